import { PbfWriter } from 'pbf';

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

/** The directories of an archive. Entries point to data or to leaf directories. */
export interface ArchiveDirectories {
  readonly root: Uint8Array;
  /** The leaf directories, one after another; empty if the root has every entry. */
  readonly leaves: Uint8Array;
}

/** Header and root are in the first 16,384 bytes, of which the header takes 127. */
const MAX_ROOT_LENGTH = 16_384 - 127;
const LEAF_ENTRIES = 4_096;

/** Compresses bytes. */
export type Compress = (bytes: Uint8Array) => Promise<Uint8Array>;

/** Lays out entries, which ascend by number. Each directory is compressed. */
export async function directoriesOf(
  entries: readonly ArchiveEntry[],
  compress: Compress,
): Promise<ArchiveDirectories> {
  for (let size = LEAF_ENTRIES; ; size *= 2) {
    if (entries.length <= size) {
      const root = await compress(directoryOf(entries));
      if (root.length <= MAX_ROOT_LENGTH) return { root, leaves: new Uint8Array() };
    }
    const { pointers, leaves } = await leavesOf(entries, size, compress);
    const root = await compress(directoryOf(pointers));
    if (root.length <= MAX_ROOT_LENGTH) return { root, leaves };
  }
}

async function leavesOf(
  entries: readonly ArchiveEntry[],
  size: number,
  compress: Compress,
): Promise<{ readonly pointers: readonly ArchiveEntry[]; readonly leaves: Uint8Array }> {
  const parts: Uint8Array[] = [];
  const pointers: ArchiveEntry[] = [];
  let offset = 0;
  for (let start = 0; start < entries.length; start += size) {
    const some = entries.slice(start, start + size);
    const bytes = await compress(directoryOf(some));
    parts.push(bytes);
    pointers.push({ number: some[0]?.number ?? 0, count: 0, offset, length: bytes.length });
    offset += bytes.length;
  }
  return { pointers, leaves: joined(parts, offset) };
}

/** The entries by columns. A count of 0 says that the bytes are a directory. */
function directoryOf(entries: readonly ArchiveEntry[]): Uint8Array {
  const writer = new PbfWriter();
  writer.writeVarint(entries.length);
  let last = 0;
  for (const { number } of entries) {
    writer.writeVarint(number - last);
    last = number;
  }
  for (const { count } of entries) writer.writeVarint(count);
  for (const { length } of entries) writer.writeVarint(length);
  let end = -1;
  for (const { offset, length } of entries) {
    writer.writeVarint(offset === end ? 0 : offset + 1);
    end = offset + length;
  }
  return writer.finish();
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    all.set(part, offset);
    offset += part.length;
  }
  return all;
}
