/** The items of a stream that have arrived and are not read yet. */
export class ItemQueue {
  private readonly items: unknown[] = [];
  private end: { readonly error?: Error | undefined } | undefined;
  private wake: (() => void) | undefined;

  get hasEnded(): boolean {
    return this.end !== undefined;
  }

  add(item: unknown): void {
    if (this.end === undefined) this.items.push(item);
    this.wake?.();
  }

  /** Ends the queue. The error is thrown after the items in it. */
  finish(end: { readonly error?: Error | undefined } = {}): void {
    this.end ??= end;
    this.wake?.();
  }

  /** Drops the items that have arrived. */
  leave(): void {
    this.items.length = 0;
    this.finish();
  }

  /** The next item; `done` after the last one. @throws the error of the stream. */
  async next(): Promise<IteratorResult<unknown, undefined>> {
    while (this.items.length === 0 && this.end === undefined)
      await new Promise<void>((resolve) => (this.wake = resolve));
    if (this.items.length > 0) return { done: false, value: this.items.shift() };
    if (this.end?.error !== undefined) throw this.end.error;
    return { done: true, value: undefined };
  }
}
