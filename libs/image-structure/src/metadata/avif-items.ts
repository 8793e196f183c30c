import { bigEndian, textOf } from '../bytes.js';
import { boxes } from '../boxes.js';
import type { Range } from '../ranges.js';

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

/** The items of an AVIF, and how many bytes of `iloc` tell of them. `undefined` if there are too many. Invalid entries are left out. */
export function itemsOf({
  information,
  locations,
  dataStart,
}: ItemBoxes): { readonly items: readonly Item[]; readonly locationBytes: number } | undefined {
  const places = rangesById(locations, dataStart);
  if (places === undefined) return undefined;
  const items = entriesOf(information).map(({ id, type, contentType }) => {
    return { type, contentType, ranges: places.ranges.get(id) ?? [] };
  });
  return { items, locationBytes: places.length };
}

/** An entry of `iinf`. */
export interface ItemEntry {
  readonly id: number;
  readonly type: string;
  readonly name: string;
  readonly contentType: string;
  /** What follows the type: the name, and more by the type. */
  readonly texts: Uint8Array;
  /** Its offset in the payload of `iinf`. */
  readonly at: number;
}

/** The entries of `iinf`. */
export function entriesOf(information: Uint8Array): readonly ItemEntry[] {
  const start = entriesStart(information);
  return boxes(information.subarray(start)).map(({ type: box, payload, at }) => {
    const version = box === 'infe' ? (payload[0] ?? 0) : 0;
    const idLength = version >= 3 ? 4 : 2;
    const typeAt = 4 + idLength + 2;
    // Before version 2 there are no types, and so no pictures.
    const textsAt = version < 2 ? typeAt : typeAt + 4;
    const texts = payload.subarray(textsAt);
    const [name = '', contentType = ''] = textOf(texts).split('\0');
    const type = textOf(payload.subarray(typeAt, textsAt));
    return { id: bigEndian(payload, 4, idLength), type, name, contentType, texts, at: start + at + textsAt };
  });
}

export function entriesStart(information: Uint8Array): number {
  return information[0] === 0 ? 6 : 8;
}

function rangesById(
  bytes: Uint8Array,
  dataStart: number,
): { readonly ranges: ReadonlyMap<number, readonly Range[]>; readonly length: number } | undefined {
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
  return left > 0 ? { ranges: found, length: Math.min(at, bytes.length) } : undefined;
}
