import { setImmediate as nextTurn } from 'node:timers/promises';

/** Gives everyone who waits a turn of the event loop of their own, so that messages are received in between. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  async next(): Promise<void> {
    this.last = this.last.then(() => nextTurn());
    await this.last;
  }
}
