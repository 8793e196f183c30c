import { describe, expect, it } from '@jest/globals';
import { countFrames } from './frames.js';
import type { ImageType } from './leading-bytes.js';

const gifFrame = '2c0000000001000100000202440100';
const hexOf = (bytes: readonly number[]): string =>
  bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
const fourCharacters = (text: string): string => hexOf(Array.from(text, (letter) => letter.charCodeAt(0)));
const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

const box = (type: string, content: string): string =>
  hexOf([0, 0, 0, 8 + content.length / 2]) + fourCharacters(type) + content;
const pngChunk = (type: string, content: string): string =>
  `${hexOf([0, 0, 0, content.length / 2])}${fourCharacters(type)}${content}00000000`;
const webpChunk = (type: string, content: string): string => {
  const size = content.length / 2;
  return fourCharacters(type) + hexOf([size, 0, 0, 0]) + content + '00'.repeat(size % 2);
};
const webp = (chunks: string): string =>
  `52494646${hexOf([4 + chunks.length / 2, 0, 0, 0])}57454250${chunks}`;

/** Minimal files with every kind of building block. Their pixels are meaningless. */
const images: Readonly<Record<string, { type: ImageType; frames: number; hex: string; endsAt?: number }>> = {
  'a JPEG with the end of a thumbnail inside': {
    type: 'image/jpeg',
    frames: 1,
    hex: 'ffd8ffe00006ffd9ffd9ffda000401020304ff0005ffd006ffffd9',
  },
  'a PNG': {
    type: 'image/png',
    frames: 1,
    hex: `89504e470d0a1a0a${pngChunk('IHDR', '00'.repeat(13))}${pngChunk('IDAT', '0102')}${pngChunk('IEND', '')}`,
    endsAt: -12,
  },
  'an animated PNG': {
    type: 'image/png',
    frames: 2,
    hex: `89504e470d0a1a0a${pngChunk('fcTL', '00'.repeat(26)).repeat(2)}${pngChunk('IEND', '')}`,
  },
  'an animated PNG that says how many frames it has': {
    type: 'image/png',
    frames: 2,
    hex: `89504e470d0a1a0a${pngChunk('acTL', '0000000200000000')}${pngChunk('fcTL', '00'.repeat(26))}${pngChunk('IDAT', '01')}${pngChunk('fcTL', '00'.repeat(26))}${pngChunk('fdAT', '00')}${pngChunk('IEND', '')}`,
    endsAt: -12,
  },
  'a WebP with a chunk of odd size': {
    type: 'image/webp',
    frames: 1,
    hex: webp(webpChunk('ICCP', '010203') + webpChunk('VP8 ', '0102')),
  },
  'an animated WebP': { type: 'image/webp', frames: 3, hex: webp(webpChunk('ANMF', '0102').repeat(3)) },
  'a GIF with a colour table and an extension': {
    type: 'image/gif',
    frames: 2,
    hex: `47494638396101000100800000000000ffffff21f9040102030400${gifFrame}${gifFrame}3b`,
    endsAt: -1,
  },
  'a GIF with NULs before its end': {
    type: 'image/gif',
    frames: 1,
    hex: `47494638396101000100800000000000ffffff${gifFrame}00003b`,
    endsAt: -3,
  },
  'an AVIF': {
    type: 'image/avif',
    frames: 1,
    hex: box('ftyp', '6176696600000000') + box('meta', '0102') + box('mdat', '0304'),
  },
};

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

describe.each(Object.entries(images))('%s', (_, { type, frames, hex, endsAt = 0 }) => {
  const bytes = bytesOf(hex);

  it('is walked to its end with chunks of any size, and no further', async () => {
    const trailing = Uint8Array.from([...bytes, 1, 2, 3]);
    for (const size of [1, 2, 3, 7, 1_000]) {
      expect(await countFrames(inPieces(bytes, size), type)).toBe(frames);
      expect(await countFrames(inPieces(trailing, size), type)).toBe(frames);
    }
  });

  it('has no end wherever it is truncated before its end marker', async () => {
    for (let length = 0; length < bytes.length; length += 1) {
      const counted = await countFrames(inPieces(bytes.subarray(0, length), 5), type);
      if (endsAt < 0 && length >= bytes.length + endsAt) expect(counted).toBe(frames);
      else if (type !== 'image/gif') expect(counted).toBeUndefined();
      else expect([undefined, frames - 1]).toContain(counted); // after any of its frames
    }
  });
});

describe('countFrames', () => {
  const gifOf = (frames: number): Uint8Array =>
    bytesOf(`47494638396101000100800000000000ffffff${gifFrame.repeat(frames)}3b`);

  it('reads no further than the end', async () => {
    let read = 0;
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of inPieces(Uint8Array.from([...gifOf(1), ...new Uint8Array(1_000)]), 10)) {
        read += piece.length;
        yield piece;
      }
    };
    await countFrames(pieces(), 'image/gif');
    expect(read).toBeLessThan(gifOf(1).length + 10);
  });

  it('counts 10,000 frames, and stops at one more', async () => {
    expect(await countFrames(inPieces(gifOf(10_000), 65_536), 'image/gif')).toBe(10_000);
    const endless = gifOf(10_001).subarray(0, -1);
    expect(await countFrames(inPieces(endless, 65_536), 'image/gif')).toBe(Infinity);
  });
});
