import type { Range } from '../ranges.js';
import { dataLength, skip, take, type Place, type Step } from './walk.js';

const METADATA = 5;
const FRAMES = new Set([3, 6]);
/** Headers, frames, and parts of them (AV1, 6.2.2). Decoders skip other units. */
const CODED = new Set([1, 3, 4, 6, 7, 8]);
/** Content light, the display that a picture was mastered on, and how it is scaled. */
const SHOWN_METADATA = new Set([1, 2, 3]);
const MAX_SIZE_BYTES = 8;

/** Decoders want a unit to end with a bit that is set. */
export const LAST_BYTE = 0x80;

/** Ranges of an AV1 picture with units that say nothing about its pixels; none if the bytes are not a picture. */
export function* strayUnits({ end }: Range, place: Place): Step<readonly Range[]> {
  const strays: Range[] = [];
  let hasFrame = false;
  while (place.offset < end) {
    const [head = 0] = yield* take(1);
    const [type, hasExtension, hasSize] = [(head >> 3) & 15, (head & 4) !== 0, (head & 2) !== 0];
    if (hasExtension) yield* skip(1);
    const size = hasSize ? yield* sizeOf() : end - place.offset;
    if (place.offset + size > end) break;
    const next = place.offset + size;
    hasFrame ||= FRAMES.has(type);
    if (!CODED.has(type)) {
      const start = place.offset;
      const [kind = 0] = type === METADATA ? yield* take(Math.min(1, size)) : [];
      const isShown = SHOWN_METADATA.has(kind);
      const isEmpty = (yield* dataLength(next - 1 - place.offset)) === 0 && kind === 0;
      if (!isShown && !isEmpty) strays.push({ start, end: next });
    }
    yield* skip(next - place.offset);
  }
  return hasFrame ? strays : [];
}

/** A number in groups of seven bits, the lowest first. */
function* sizeOf(): Step<number> {
  let size = 0;
  for (let index = 0; index < MAX_SIZE_BYTES; index += 1) {
    const [byte = 0] = yield* take(1);
    size += (byte & 0x7f) * 128 ** index;
    if (byte < 0x80) return size;
  }
  return Infinity;
}
