import { PixelWalk, type CodedPixels } from './pixel-walk.js';

/**
 * Follows the coded pixels of a JPEG bit by bit, which takes far longer than looking for markers. `undefined` where that is not
 * possible, and for codings that browsers do not show.
 */
export async function followPixels(chunks: AsyncIterable<Uint8Array>): Promise<CodedPixels | undefined> {
  const walk = new PixelWalk();
  for await (const chunk of chunks) if (walk.add(chunk) === 'over') break;
  return walk.end();
}

/**
 * Where the coded pixels of a JPEG end, if all of them are there: for files that have no end marker. `undefined` where some are
 * missing.
 */
export async function pixelsEnd(chunks: AsyncIterable<Uint8Array>): Promise<number | undefined> {
  return (await followPixels(chunks))?.end;
}
