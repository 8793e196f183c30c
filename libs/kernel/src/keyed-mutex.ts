/** Runs work of the same key one behind the other, in the order of the calls. Different keys do not wait for each other. */
export class KeyedMutex {
  /** Use cases that ask for it share one. */
  static readonly ports = {};

  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs the work when all earlier work of the key has ended, however it ended. */
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
