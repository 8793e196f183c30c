import type { ArchiveEntry } from './archive-entry.js';

/** Shorter tiles are compared with earlier ones. Larger tiles hardly ever repeat. */
const MAX_REPEATED_LENGTH = 1_024;
/** Number of tiles that are remembered. */
const MAX_REMEMBERED = 65_536;

/** Where the bytes of the tiles of an archive are. Tiles are added by ascending number. */
export class ArchiveEntries {
  private readonly list: { number: number; count: number; offset: number; length: number }[] = [];
  private readonly known = new Map<string, number>();
  private tileCount = 0;
  private contentCount = 0;
  private end = 0;

  get entries(): readonly ArchiveEntry[] {
    return this.list;
  }

  get tiles(): number {
    return this.tileCount;
  }

  /** Number of tiles with distinct bytes. */
  get contents(): number {
    return this.contentCount;
  }

  /** The length of the data of all tiles, in bytes. */
  get dataLength(): number {
    return this.end;
  }

  /** Whether the bytes must be appended to the data. If not, the data has them already. */
  add(number: number, bytes: Uint8Array): boolean {
    this.tileCount += 1;
    const { length } = bytes;
    const text = length < MAX_REPEATED_LENGTH ? textOf(bytes) : undefined;
    const earlier = text === undefined ? undefined : this.known.get(text);
    const offset = earlier ?? this.end;
    const last = this.list.at(-1);
    if (last?.offset === offset && last.number + last.count === number) last.count += 1;
    else this.list.push({ number, count: 1, offset, length });
    if (earlier !== undefined) return false;
    if (text !== undefined && this.known.size < MAX_REMEMBERED) this.known.set(text, offset);
    this.contentCount += 1;
    this.end += length;
    return true;
  }
}

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
