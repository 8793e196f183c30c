import type { ImageType } from './leading-bytes.js';
import { FileEnds, NEXT_MARKER, type Walk, walks } from './walks.js';

/**
 * Walks through the image to its end, one chunk at a time. Returns the number of frames, or `undefined` if the image is
 * truncated. A PNG or GIF may lack its end marker, but nothing before it. More than `MAX_FRAMES` are `Infinity`,
 * whether or not there is an end.
 */
export async function countFrames(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  type: ImageType,
): Promise<number | undefined> {
  const walk = walks[type]();
  let step = walk.next();
  let skip = step.done ? 0 : step.value;
  for await (const piece of pieces) {
    let at = 0;
    for (;;) {
      at = skip === NEXT_MARKER ? markerFrom(piece, at) : at + skip;
      const byte = piece[at];
      if (byte === undefined) break;
      step = walk.next(byte);
      if (step.done) return step.value;
      skip = step.value;
      at += 1;
    }
    if (skip !== NEXT_MARKER) skip = at - piece.length;
  }
  return ended(walk);
}

function ended(walk: Walk): number | undefined {
  try {
    const { done, value } = walk.throw(new FileEnds());
    return done === true ? value : undefined;
  } catch (error) {
    if (error instanceof FileEnds) return undefined;
    throw error;
  }
}

/** The next FF byte not followed by 00: FF 00 is a stuffed byte and no marker, and occurs thousands of times. */
function markerFrom(piece: Uint8Array, start: number): number {
  let at = piece.indexOf(0xff, start);
  while (at !== -1 && piece[at + 1] === 0) at = piece.indexOf(0xff, at + 2);
  return at;
}
