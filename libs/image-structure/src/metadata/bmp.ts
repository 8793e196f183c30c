import { bmpHeader } from '../bmp-header.js';
import { joined, littleEndian } from '../bytes.js';
import type { Findings } from './findings.js';
import { dataLength, skip, take, type MetadataWalk, type Place } from './walk.js';

/** The bytes up to and including the length field of the second header. */
const START_BYTES = 18;
/** The additional length of the smallest header that is followed by masks. */
const INFO_BYTES = 40;
const MASK_BYTES: ReadonlyMap<number, number> = new Map([[3, 12], [6, 16]]); // prettier-ignore

/** A header of version 5 may have its colour profile anywhere. */
const VERSION_5_BYTES = 124;

/** Finds the metadata of a BMP: data before its pixels, which become zeros, and after them. */
export function* bmpMetadata(place: Place, found: Findings): MetadataWalk {
  const start = yield* take(START_BYTES);
  const headerBytes = littleEndian(start, 14, 4);
  const rest = yield* take(Math.max(0, Math.min(headerBytes, 124) - 4));
  const masks = headerBytes === INFO_BYTES ? (MASK_BYTES.get(littleEndian(rest, 12, 4)) ?? 0) : 0;
  const header = bmpHeader(joined(start, rest, yield* take(masks)), Infinity);
  if (header === undefined) return false;
  const { at, count, entryBytes } = header.palette;
  const gap = Math.max(place.offset, at + count * entryBytes);
  if (headerBytes !== VERSION_5_BYTES) {
    yield* skip(gap - place.offset);
    const length = yield* dataLength(header.pixelsAt - gap);
    if (length > 0) found.cut({ start: gap, end: gap + length }, 'application-data', 'zeros');
  }
  yield* skip(header.end - place.offset);
  return true;
}
