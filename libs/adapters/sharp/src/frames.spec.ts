import { describe, expect, it } from '@jest/globals';
import { fixtures, sourceOf } from '@cairn/testkit';
import { countFrames } from './frames.js';

const GIF_HEADER = '47494638396101000100800000000000ffffff';
const GIF_FRAME = '2c000000000100010000020244010' + '0';
const GIF_TRAILER = '3b';

function gifOf(frames: number): Buffer {
  return Buffer.from(GIF_HEADER + GIF_FRAME.repeat(frames) + GIF_TRAILER, 'hex');
}

describe('countFrames', () => {
  it.each(Object.entries(fixtures))(
    'walks to the end of %s, whatever the pieces, and no further',
    async (_, fixture) => {
      const { bytes, format } = fixture;
      const trailing = Uint8Array.from([...bytes, 1, 2, 3]);
      for (const piece of [1, 2, 3, 7, 1_000]) {
        expect(await countFrames(sourceOf(bytes, piece).read(), format.contentType)).toBe(format.frames);
        expect(await countFrames(sourceOf(trailing, piece).read(), format.contentType)).toBe(format.frames);
      }
    },
  );

  it.each(Object.entries(fixtures))('finds no end in %s wherever it is cut', async (_, { bytes, format }) => {
    for (let length = 0; length < bytes.length; length += 1) {
      expect(await countFrames(sourceOf(bytes.slice(0, length)).read(), format.contentType)).toBeUndefined();
    }
  });

  it('reads no further than the end', async () => {
    let read = 0;
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of sourceOf(Buffer.concat([gifOf(1), Buffer.alloc(1_000)]), 10).read()) {
        read += piece.length;
        yield piece;
      }
    };
    await countFrames(pieces(), 'image/gif');
    expect(read).toBeLessThan(gifOf(1).length + 10);
  });

  it('counts as many frames as a decoder can be asked to handle, and refuses more', async () => {
    expect(await countFrames(sourceOf(gifOf(10_000), 65_536).read(), 'image/gif')).toBe(10_000);
    await expect(countFrames(sourceOf(gifOf(10_001), 65_536).read(), 'image/gif')).rejects.toThrow(
      'more than 10000 frames',
    );
  });
});
