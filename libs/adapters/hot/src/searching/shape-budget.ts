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
}
