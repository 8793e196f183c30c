/** Keeps the latest answers. One that is asked for while it is made is made once; one that fails is not kept. */
export class RecentAnswers<T> {
  /** The most recently made comes last. */
  private readonly kept = new Map<string, Promise<T>>();

  constructor(private readonly most: number) {}

  /** `key` says all that the answer depends on. */
  async of(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.kept.get(key);
    if (known !== undefined) return await known;
    const made = make();
    this.kept.set(key, made);
    made.catch(() => this.kept.delete(key)); // who waits for it gets the error
    const [oldest] = this.kept.keys();
    if (this.kept.size > this.most && oldest !== undefined) this.kept.delete(oldest);
    return await made;
  }
}
