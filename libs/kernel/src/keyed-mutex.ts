/** A mutex per key: work with the same key runs one at a time, in the order of the calls. */
export class KeyedMutex {
  /** A single instance is shared by the use cases that inject it. */
  static readonly ports = {};

  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs the work after all earlier work of the key has settled. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = this.after(this.last.get(key), work);
    this.last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (this.last.get(key) === turn) this.last.delete(key);
    }
  }

  private async after<T>(before: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
    await before?.catch(() => undefined);
    return await work();
  }
}
