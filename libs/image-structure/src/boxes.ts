import { bigEndian, textOf } from './bytes.js';

/** A box of ISO/IEC 14496-12. */
export interface Box {
  readonly type: string;
  readonly payload: Uint8Array;
  /** The offset of the payload in the bytes that the box was found in. */
  readonly at: number;
}

/** Real files have a few hundred items and properties. */
export const MAX_BOXES = 10_000;

/** The boxes that follow one another. Ends at the first that cannot be one. */
export function boxes(bytes: Uint8Array): readonly Box[] {
  const found: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length && found.length < MAX_BOXES;) {
    const short = bigEndian(bytes, at, 4);
    const head = short === 1 ? 16 : 8;
    const size = short === 1 ? bigEndian(bytes, at + 8, 8) : short === 0 ? bytes.length - at : short;
    if (size < head) break;
    const type = textOf(bytes.subarray(at + 4, at + 8));
    found.push({ type, payload: bytes.subarray(at + head, at + size), at: at + head });
    at += size;
  }
  return found;
}
