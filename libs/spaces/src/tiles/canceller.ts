import type { Cancellation } from '../features/feature-store.js';

/** A cancellation, as the language has no `AbortController`. */
export class Canceller implements Cancellation {
  private readonly listeners = new Set<() => void>();
  private isCancelled = false;

  get aborted(): boolean {
    return this.isCancelled;
  }

  cancel(): void {
    if (this.isCancelled) return;
    this.isCancelled = true;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }

  addEventListener(_: 'abort', listener: () => void): void {
    this.listeners.add(listener);
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.listeners.delete(listener);
  }
}
