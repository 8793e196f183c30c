interface Going<T> {
  /** Resolves when the run has ended, whether it succeeds or fails. */
  readonly ended: Promise<void>;
  next: Promise<T> | undefined;
}

/**
 * Shares reads between concurrent calls with the same key. Unlike with a `SingleFlight`, no call gets what a read found
 * that started before it: calls that come during a read share the next one, which starts when that one has ended.
 */
export class NextFlight<T> {
  private readonly going = new Map<string, Going<T>>();

  async run(key: string, start: () => Promise<T>): Promise<T> {
    const going = this.going.get(key);
    if (going === undefined) return await this.begin(key, start);
    going.next ??= going.ended.then(() => this.begin(key, start));
    return await going.next;
  }

  private async begin(key: string, start: () => Promise<T>): Promise<T> {
    const result = start();
    const going: Going<T> = { ended: result.then(nothing, nothing), next: undefined };
    this.going.set(key, going);
    void going.ended.then(() => {
      if (going.next === undefined) this.going.delete(key);
    });
    return await result;
  }
}

const nothing = (): void => undefined;
