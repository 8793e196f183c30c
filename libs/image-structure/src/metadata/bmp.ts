import { bmpHeader } from '../bmp-header.js';
import { joined, littleEndian, skip, take, type MetadataWalk, type Place } from './walk.js';

/** Up to the length of the second header. */
const START_BYTES = 18;
/** So much longer is the smallest one with masks behind it. */
const INFO_BYTES = 40;
const MASK_BYTES: ReadonlyMap<number, number> = new Map([[3, 12], [6, 16]]); // prettier-ignore

/** A BMP has no metadata but what stands behind its pixels. */
export function* bmpMetadata(place: Place): MetadataWalk {
  const start = yield* take(START_BYTES);
  const headerBytes = littleEndian(start, 14, 4);
  const rest = yield* take(Math.max(0, Math.min(headerBytes, 124) - 4));
  const masks = headerBytes === INFO_BYTES ? (MASK_BYTES.get(littleEndian(rest, 12, 4)) ?? 0) : 0;
  const header = bmpHeader(joined(start, rest, yield* take(masks)), Infinity);
  if (header === undefined) return false;
  yield* skip(header.end - place.offset);
  return true;
}
