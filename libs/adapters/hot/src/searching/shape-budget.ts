/** A shape takes about a millisecond for this many bytes to be compared with a place. */
const MOST_OF_ONE = 32 * 2 ** 10;
const MOST_OF_ALL = 128 * 2 ** 10;

/** Limits what one search parses, because that keeps the thread from answering others. */
export class ShapeBudget {
  private left = MOST_OF_ALL;

  /** Whether a feature of that size may be parsed, too. */
  takes(sizeInBytes: number): boolean {
    this.left -= sizeInBytes;
    return sizeInBytes <= MOST_OF_ONE && this.left >= 0;
  }

  /** Whether features of these sizes may all be parsed, as `takes` would tell one after another. */
  wouldTake(sizes: Iterable<number>): boolean {
    let { left } = this;
    for (const size of sizes) {
      left -= size;
      if (size > MOST_OF_ONE || left < 0) return false;
    }
    return true;
  }
}
