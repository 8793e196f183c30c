import type { AnswerBox } from './answer-box.js';
import { factsOf } from './error-facts.js';
import { isLongItem, STREAM_AHEAD, type OpenStream, methodOf, type Repositories } from './messages.js';

/** Sends the items of streams. Each stream sends only as many items as its reader has room for. */
export class StreamServer {
  private readonly streams = new Map<number, OpenedStream>();

  constructor(
    private readonly repositories: Repositories,
    private readonly answers: AnswerBox,
  ) {}

  async open({ id, repository, method, args }: OpenStream): Promise<void> {
    const stream = new OpenedStream();
    this.streams.set(id, stream);
    try {
      const items = methodOf(this.repositories, repository, method)(...args, stream.signal);
      for await (const value of items as AsyncIterable<unknown>) {
        this.answers.postClone({ kind: 'item', id, value });
        if (!(await stream.hasRoomAfter(value))) break;
      }
      this.answers.post({ kind: 'reply', id });
    } catch (error) {
      this.answers.post({ kind: 'reply', id, error: factsOf(error) });
    } finally {
      this.streams.delete(id);
    }
  }

  pull(id: number): void {
    this.streams.get(id)?.pull();
  }

  cancel(id: number): void {
    this.streams.get(id)?.cancel();
  }
}

class OpenedStream {
  private readonly controller = new AbortController();
  private room = STREAM_AHEAD;
  private resume: (() => void) | undefined;

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  pull(): void {
    this.room += 1;
    this.resume?.();
  }

  cancel(): void {
    this.controller.abort();
    this.resume?.();
  }

  /**
   * Resolves to `true` when one more item can be sent; after a long item, only when the reader has finished all items.
   * Resolves to `false` once the stream is cancelled.
   */
  async hasRoomAfter(sent: unknown): Promise<boolean> {
    this.room -= 1;
    const needed = isLongItem(sent) ? STREAM_AHEAD : 1;
    while (this.room < needed && !this.signal.aborted)
      await new Promise<void>((resolve) => (this.resume = resolve));
    return !this.signal.aborted;
  }
}
