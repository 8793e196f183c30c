/** Lets one after the other write features of photos, so that nobody writes what was true before another one wrote. */
export class Turns {
  static readonly ports = {};

  private last: Promise<unknown> = Promise.resolve();

  /** Runs the work when all earlier work has ended, however it ended. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }
}
