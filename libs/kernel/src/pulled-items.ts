/**
 * Items that are asked for before they are wanted. To leave them does not wait for one that has not come: it may come from a
 * client that sends no more until it is answered.
 */
export class PulledItems<T> {
  private readonly iterator: AsyncIterator<T>;
  private isWaiting = false;

  constructor(items: AsyncIterable<T>) {
    this.iterator = items[Symbol.asyncIterator]();
  }

  /** Asks for the next one. What it fails with may be awaited later, or never. */
  pull(): Promise<IteratorResult<T>> {
    this.isWaiting = true;
    const next = this.iterator.next();
    const come = (): void => void (this.isWaiting = false);
    next.then(come, come); // not in the chain of what is returned, which would come later than what it races
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
