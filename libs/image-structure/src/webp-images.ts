import { bytesOf, joined, littleEndian, textOf } from './bytes.js';

const HEADER_BYTES = 12;
const HEAD_BYTES = 8;
const FRAME_BYTES = 16;
const ALPHA_FLAG = 0x10;
const FEATURES_BYTES = 10;

interface Chunk {
  readonly type: string;
  readonly payload: Uint8Array;
}

/** The coded pixels of a WebP or a frame of it, and of a lossy one how transparent they are. */
export interface WebpImage {
  readonly coding: 'VP8 ' | 'VP8L';
  readonly data: Uint8Array;
  readonly alpha: Uint8Array | undefined;
  readonly width: number;
  readonly height: number;
}

/** The images of a WebP: one, or its frames. */
export function webpImages(bytes: Uint8Array): readonly WebpImage[] {
  const chunks = chunksOf(bytes.subarray(HEADER_BYTES, 8 + littleEndian(bytes, 4, 4)));
  const frames = chunks.filter(({ type }) => type === 'ANMF');
  const groups =
    frames.length > 0 ? frames.map(({ payload }) => chunksOf(payload.subarray(FRAME_BYTES))) : [chunks];
  return groups.flatMap((group) => {
    const image = imageOf(group);
    return image === undefined ? [] : [image];
  });
}

/** A WebP of this image alone. */
export function webpFile({ coding, data, alpha, width, height }: WebpImage): Uint8Array {
  const features = new Uint8Array(FEATURES_BYTES);
  features.set([
    ALPHA_FLAG,
    0,
    0,
    0,
    ...littleEndianBytes(width - 1, 3),
    ...littleEndianBytes(height - 1, 3),
  ]);
  const transparency = alpha === undefined ? [] : [chunk('VP8X', features), chunk('ALPH', alpha)];
  const body = joined(bytesOf('WEBP'), ...transparency, chunk(coding, data));
  return joined(bytesOf('RIFF'), littleEndianBytes(body.length, 4), body);
}

function imageOf(chunks: readonly Chunk[]): WebpImage | undefined {
  for (const [index, { type, payload }] of chunks.entries()) {
    if (type !== 'VP8 ' && type !== 'VP8L') continue;
    const alpha =
      type === 'VP8L' ? undefined : chunks.slice(0, index).find((each) => each.type === 'ALPH')?.payload;
    // The size of a key frame (RFC 6386, 9.1); where there is transparency beside the pixels, they are lossy.
    const [width, height] = [littleEndian(payload, 6, 2) & 0x3fff, littleEndian(payload, 8, 2) & 0x3fff];
    return { coding: type, data: payload, alpha, width, height };
  }
  return undefined;
}

function chunksOf(bytes: Uint8Array): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at + HEAD_BYTES <= bytes.length;) {
    const length = littleEndian(bytes, at + 4, 4);
    const start = at + HEAD_BYTES;
    chunks.push({ type: textOf(bytes.subarray(at, at + 4)), payload: bytes.subarray(start, start + length) });
    at = start + length + (length % 2);
  }
  return chunks;
}

function chunk(type: string, payload: Uint8Array): Uint8Array {
  const padding = payload.length % 2 === 1 ? [0] : [];
  return joined(bytesOf(type), littleEndianBytes(payload.length, 4), payload, padding);
}

function littleEndianBytes(value: number, length: number): readonly number[] {
  return Array.from({ length }, (_, index) => Math.floor(value / 256 ** index) % 256);
}
