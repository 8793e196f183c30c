const PAGE_BLOCKS = 1_024;

/**
 * Which of the 64 coefficients of each block of a component are not 0. Takes memory only for areas where some are not
 * 0.
 */
export class Nonzero {
  private readonly pages: (Int32Array | undefined)[] = [];

  /** The coefficients 0 to 31 of a block, one bit each. */
  low(block: number): number {
    return this.pages[Math.floor(block / PAGE_BLOCKS)]?.[(block % PAGE_BLOCKS) * 2] ?? 0;
  }

  /** The coefficients 32 to 63. */
  high(block: number): number {
    return this.pages[Math.floor(block / PAGE_BLOCKS)]?.[(block % PAGE_BLOCKS) * 2 + 1] ?? 0;
  }

  add(block: number, low: number, high: number): void {
    if ((low | high) === 0) return;
    const page = (this.pages[Math.floor(block / PAGE_BLOCKS)] ??= new Int32Array(PAGE_BLOCKS * 2));
    const word = (block % PAGE_BLOCKS) * 2;
    page[word] = (page[word] ?? 0) | low;
    page[word + 1] = (page[word + 1] ?? 0) | high;
  }

  /** This block, or a later one such that the blocks before it have no coefficients other than 0. */
  next(block: number): number {
    const start = Math.floor(block / PAGE_BLOCKS) * PAGE_BLOCKS;
    const page = this.pages[start / PAGE_BLOCKS];
    if (page === undefined) return start + PAGE_BLOCKS;
    let word = (block - start) * 2;
    while (word < page.length && page[word] === 0 && page[word + 1] === 0) word += 2;
    return start + word / 2;
  }
}
