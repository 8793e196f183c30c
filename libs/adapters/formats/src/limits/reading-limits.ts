/** What is read of one file. Told in docs/limits.md. */
export const READING_LIMITS = {
  /** Of a file as it comes; a ZIP has a limit of its own for what is in it. */
  sizeInBytes: 2 * 1024 ** 3,
  /** Bytes that come out of a ZIP. */
  unpackedBytes: 4 * 1024 ** 3,
  entries: 10_000,
  columns: 1_000,
  /** Bytes of one row of CSV, and of one feature of GeoJSON. */
  rowLength: 16 * 1024 ** 2,
  rows: 10_000_000,
  /** Of one feature as GeoJSON. Spaces take less. */
  featureBytes: 32 * 1024 ** 2,
  /** Of the header of a FlatGeobuf. */
  headerBytes: 16 * 1024 ** 2,
  /** Of one feature in a binary format. */
  recordBytes: 64 * 1024 ** 2,
  /** Positions of one feature. */
  positions: 2_000_000,
  /** Positions of a file whose features share theirs, and which is read whole. */
  sharedPositions: 5_000_000,
  /** Bytes of a file that is read whole. */
  wholeBytes: 256 * 1024 ** 2,
  /** Of the texts that the cells of an XLSX share, which are held. */
  sharedTextBytes: 128 * 1024 ** 2,
  /** Elements in elements of XML. */
  depth: 100,
  /** Characters of one text or attribute of XML. */
  textLength: 16 * 1024 ** 2,
  /** Columns or layers of a file that are told. */
  toldItems: 1_000,
  /** Characters of them in JSON, and of the features that are shown of a file besides the first. */
  toldLength: 4_000_000,
  /** Characters of what is said about a place of a file. */
  reasonLength: 500,
} as const;
