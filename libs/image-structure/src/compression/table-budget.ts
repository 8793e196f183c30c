/** Building the tables of a block takes microseconds. For tiny blocks, a few kilobytes would take too long. */
const FREE_TABLES = 500;
const BYTES_PER_TABLE = 64;

/** How many blocks with tables of their own compressed data may have: real ones have one in thousands of bytes. */
export class TableBudget {
  private left = FREE_TABLES;

  addBytes(count: number): void {
    this.left += count / BYTES_PER_TABLE;
  }

  /** Whether there may be one more. */
  takes(): boolean {
    this.left -= 1;
    return this.left >= 0;
  }
}
