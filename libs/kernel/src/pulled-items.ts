/**
 * Requests items before they are needed. `leave` does not wait for a pending item: it may come from a client that sends
 * no more until it gets an answer.
 */
export class PulledItems<T> {
  private readonly iterator: AsyncIterator<T>;
  private isWaiting = false;

  constructor(items: AsyncIterable<T>) {
    this.iterator = items[Symbol.asyncIterator]();
  }

  /** Requests the next item. Its rejection may be awaited later, or never. */
  pull(): Promise<IteratorResult<T>> {
    this.isWaiting = true;
    const next = this.iterator.next();
    const come = (): void => void (this.isWaiting = false);
    next.then(come, come); // not chained to the result, which would then settle later than what it races
    return next;
  }

  async leave(): Promise<void> {
    const left = handled(Promise.resolve(this.iterator.return?.()));
    if (!this.isWaiting) await left;
  }
}

function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}
