import type { Range } from './edits.js';
import { bigEndian, textOf } from './walk.js';

/** An item of a file: its type, its media type if any, and its byte ranges. */
export interface Item {
  readonly type: string;
  readonly contentType: string;
  readonly ranges: readonly Range[];
}

/** The item boxes of the header: the payloads of `iinf` and `iloc`, and the offset of the payload of `idat`. */
export interface ItemBoxes {
  readonly information: Uint8Array;
  readonly locations: Uint8Array;
  readonly dataStart: number;
}

/** Real files have a few hundred. */
const MAX_RANGES = 10_000;

/** The items of an AVIF. Invalid entries are left out. */
export function itemsOf({ information, locations, dataStart }: ItemBoxes): readonly Item[] {
  const ranges = rangesById(locations, dataStart);
  return [...kindsById(information)].map(([id, kind]) => ({ ...kind, ranges: ranges.get(id) ?? [] }));
}

function kindsById(bytes: Uint8Array): Map<number, Omit<Item, 'ranges'>> {
  const kinds = new Map<number, Omit<Item, 'ranges'>>();
  let at = bytes[0] === 0 ? 6 : 8;
  while (at + 12 <= bytes.length) {
    const size = bigEndian(bytes, at, 4);
    if (size < 12) break;
    const entry = bytes.subarray(at + 8, at + size);
    const idLength = (entry[0] ?? 0) >= 3 ? 4 : 2;
    const rest = entry.subarray(4 + idLength + 2);
    const [, contentType = ''] = textOf(rest.subarray(4)).split('\0');
    kinds.set(bigEndian(entry, 4, idLength), { type: textOf(rest.subarray(0, 4)), contentType });
    at += size;
  }
  return kinds;
}

function rangesById(bytes: Uint8Array, dataStart: number): Map<number, Range[]> {
  const [version = 0, , , , sizes = 0, moreSizes = 0] = bytes;
  const [offsetSize, lengthSize, baseSize] = [sizes >> 4, sizes & 15, moreSizes >> 4];
  const indexSize = version === 0 ? 0 : moreSizes & 15;
  const idLength = version < 2 ? 2 : 4;
  const found = new Map<number, Range[]>();
  let at = 6;
  const next = (length: number): number => {
    at += length;
    return bigEndian(bytes, at - length, length);
  };
  let left = MAX_RANGES;
  for (let items = next(idLength); items > 0 && left > 0 && at < bytes.length; items -= 1) {
    const id = next(idLength);
    const method = version === 0 ? 0 : next(2) & 15;
    next(2); // which file: this one
    const base = next(baseSize);
    const ranges: Range[] = [];
    for (let extents = next(2); extents > 0 && left > 0 && at <= bytes.length; extents -= 1) {
      next(indexSize);
      const start = base + next(offsetSize) + (method === 1 ? dataStart : 0);
      const length = next(lengthSize);
      if (method < 2) ranges.push({ start, end: length === 0 ? Infinity : start + length });
      left -= 1;
    }
    found.set(id, ranges);
  }
  return found;
}

/** The parts of the range outside all others. */
export function without(range: Range, others: readonly Range[]): readonly Range[] {
  let parts: readonly Range[] = [range];
  for (const other of others)
    parts = parts.flatMap(({ start, end }) =>
      [
        { start, end: Math.min(end, other.start) },
        { start: Math.max(start, other.end), end },
      ].filter((part) => part.start < part.end),
    );
  return parts;
}

/** The intersections of the range with the others. */
export function within(range: Range, others: readonly Range[]): readonly Range[] {
  return others
    .map(({ start, end }) => ({ start: Math.max(start, range.start), end: Math.min(end, range.end) }))
    .filter(({ start, end }) => start < end);
}
