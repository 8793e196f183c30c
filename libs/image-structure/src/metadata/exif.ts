import type { MetadataKind } from './metadata-kind.js';
import {
  capturedAt,
  captionOf,
  positionOf,
  satelliteTime,
  textIn,
  type Entry,
  type ExifDescription,
} from './exif-values.js';

export type { ExifDescription } from './exif-values.js';

const SIZES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
};
/** The types whose numbers have a sign. */
const SIGNED: ReadonlySet<number> = new Set([6, 8, 9, 10]);
const MAX_ENTRIES = 1_000;

const DESCRIPTION = 0x010e;
const ORIENTATION = 0x0112;
const MAKE = 0x010f;
const MODEL = 0x0110;
const EXIF_DIRECTORY = 0x8769;
const GPS_DIRECTORY = 0x8825;

/** The kinds of metadata by tags of the first directory and of the EXIF directory. */
const KINDS: ReadonlyMap<number, MetadataKind> = new Map([
  [0x013b, 'owner'],
  [0x8298, 'owner'],
  [0x9c9d, 'owner'],
  [0xa430, 'owner'],
  [0x927c, 'maker-notes'],
  [0xc634, 'maker-notes'],
  [0xa431, 'serial-number'],
  [0xa435, 'serial-number'],
  [0xc62f, 'serial-number'],
]);

interface Directory {
  readonly entries: ReadonlyMap<number, Entry>;
  /** The offset of the next directory; 0 for none. */
  readonly next: number;
}

const NO_DIRECTORY: Directory = { entries: new Map(), next: 0 };

/** Describes an EXIF block. Invalid parts are ignored. */
export function describeExif(block: Uint8Array): ExifDescription {
  const start = String.fromCharCode(...block.subarray(0, 6)) === 'Exif\0\0' ? 6 : 0;
  const tiff = new Tiff(block.subarray(start));
  const first = tiff.directory(tiff.firstOffset);
  const exif = tiff.directoryAt(first, EXIF_DIRECTORY);
  const gps = tiff.directoryAt(first, GPS_DIRECTORY);
  const kinds = new Set<MetadataKind>();
  for (const tag of [...first.entries.keys(), ...exif.entries.keys()]) {
    const kind = KINDS.get(tag);
    if (kind !== undefined) kinds.add(kind);
  }
  if (gps.entries.size > 0) kinds.add('gps');
  if (first.next !== 0) kinds.add('thumbnail');
  const make = textIn(first.entries.get(MAKE));
  const model = textIn(first.entries.get(MODEL));
  const time = capturedAt(exif.entries) ?? satelliteTime(gps.entries);
  const position = positionOf(gps.entries);
  const [orientation] = first.entries.get(ORIENTATION)?.numbers() ?? [];
  const caption = captionOf(first.entries.get(DESCRIPTION));
  const camera = { ...(make && { make }), ...(model && { model }) };
  return {
    kinds: [...kinds],
    ...(time && { capturedAt: time }),
    ...((make ?? model) && { camera }),
    ...(position && { position }),
    ...(caption !== undefined && { caption }),
    ...(orientation !== undefined && { orientation }),
  };
}

/** Reads an untrusted TIFF structure. Data outside its bounds is treated as absent. */
class Tiff {
  private readonly view: DataView;
  private readonly isLittle: boolean;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.isLittle = bytes[0] === 0x49;
  }

  get firstOffset(): number {
    return this.uint(4, 4);
  }

  directory(offset: number): Directory {
    if (offset < 8 || offset + 2 > this.bytes.length) return NO_DIRECTORY;
    const count = this.uint(offset, 2);
    if (count > MAX_ENTRIES) return NO_DIRECTORY;
    const entries = new Map<number, Entry>();
    for (let index = 0; index < count; index += 1) {
      const at = offset + 2 + index * 12;
      const entry = this.entry(at);
      if (entry !== undefined) entries.set(this.uint(at, 2), entry);
    }
    return { entries, next: this.uint(offset + 2 + count * 12, 4) };
  }

  directoryAt(parent: Directory, tag: number): Directory {
    const offset = parent.entries.get(tag)?.numbers()[0];
    return offset === undefined ? NO_DIRECTORY : this.directory(offset);
  }

  private entry(at: number): Entry | undefined {
    const type = this.uint(at + 2, 2);
    const size = SIZES[type];
    if (size === undefined || at + 12 > this.bytes.length) return undefined;
    const count = this.uint(at + 4, 4);
    const length = size * count;
    const start = length <= 4 ? at + 8 : this.uint(at + 8, 4);
    const bytes = this.bytes.subarray(start, start + length);
    if (bytes.length < length) return undefined;
    return { bytes, numbers: () => this.numbers(start, Math.min(count, 8), type) };
  }

  private numbers(start: number, count: number, type: number): readonly number[] {
    const size = SIZES[type] ?? 1;
    const read = (at: number, length: number): number => {
      const value = this.uint(at, length);
      return SIGNED.has(type) && value >= 2 ** (8 * length - 1) ? value - 2 ** (8 * length) : value;
    };
    return Array.from({ length: count }, (_, index) => {
      const at = start + index * size;
      return size === 8 ? read(at, 4) / read(at + 4, 4) : read(at, size);
    });
  }

  /** 0 if the structure ends before. */
  private uint(at: number, length: number): number {
    if (at + length > this.bytes.length) return 0;
    if (length === 4) return this.view.getUint32(at, this.isLittle);
    return length === 2 ? this.view.getUint16(at, this.isLittle) : this.view.getUint8(at);
  }
}
