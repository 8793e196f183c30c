const PAGE = 50;

/** The items of a list that match what is typed, and of these as many as were asked for. */
export class FirstItems<T> {
  search = $state('');
  private count = $state(PAGE);

  constructor(private readonly wordsOf: (item: T) => string) {}

  matching(items: readonly T[]): readonly T[] {
    const wanted = this.search.trim().toLowerCase();
    return wanted === '' ? items : items.filter((item) => this.wordsOf(item).toLowerCase().includes(wanted));
  }

  shown(items: readonly T[]): readonly T[] {
    return this.matching(items).slice(0, this.count);
  }

  isMore(items: readonly T[]): boolean {
    return this.matching(items).length > this.count;
  }

  readonly more = (): void => void (this.count += PAGE);

  /** A short list is seen at once, and needs no search. */
  isLong(items: readonly T[]): boolean {
    return items.length > 8;
  }
}
