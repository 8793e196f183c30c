import { bmpHeader } from '../bmp-header.js';
import { joined, littleEndian, skip, take, type MetadataWalk, type Place } from './walk.js';

/** Up to and including the length field of the second header. */
const START_BYTES = 18;
/** The additional length of the smallest header that is followed by masks. */
const INFO_BYTES = 40;
const MASK_BYTES: ReadonlyMap<number, number> = new Map([[3, 12], [6, 16]]); // prettier-ignore

/** Finds the metadata of a BMP. The only kind is data after its pixels. */
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
