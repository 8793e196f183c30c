/** The bytes of the tiles from `number` to `number + count - 1`. */
export interface ArchiveEntry {
  /** By zoom, then by the Hilbert curve. */
  readonly number: number;
  readonly count: number;
  /** From the start of the data of all tiles. */
  readonly offset: number;
  /** In bytes, 1 or more. */
  readonly length: number;
}
