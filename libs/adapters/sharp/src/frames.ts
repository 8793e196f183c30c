import type { ImageSource, ImageType } from '@cairn/images';
import { NEXT_FF, walks } from './walks.js';

/**
 * Walks through the image to its end, holding no more than a piece of it, and gives the number of frames, or
 * `undefined` when it has no end.
 * @throws {UndecodableImage} when it has too many frames.
 */
export async function countFrames(source: ImageSource, type: ImageType): Promise<number | undefined> {
  const walk = walks[type]();
  let step = walk.next();
  let skip = step.done ? 0 : step.value;
  for await (const piece of source.read()) {
    let at = 0;
    for (;;) {
      at = skip === NEXT_FF ? piece.indexOf(0xff, at) : at + skip;
      const byte = piece[at];
      if (byte === undefined) break;
      step = walk.next(byte);
      if (step.done) return step.value;
      skip = step.value;
      at += 1;
    }
    if (skip !== NEXT_FF) skip = at - piece.length;
  }
  return undefined;
}
