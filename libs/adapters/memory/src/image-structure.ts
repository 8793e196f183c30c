import { UnsupportedImageType, type ImageType } from '@cairn/images';

/** How an image is built: how many frames it has, and whether its end is there. */
export interface ImageStructure {
  readonly frames: number;
  readonly whole: boolean;
}

/** The accepted type that the leading bytes announce. @throws {UnsupportedImageType} */
export function typeOf(bytes: Uint8Array): ImageType {
  const start = text(bytes, 0, 12);
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^RIFF.{4}WEBP/s.test(start)) return 'image/webp';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (start.endsWith('ftypavif')) return 'image/avif';
  throw start.endsWith('ftypavis') ? UnsupportedImageType.animatedAvif() : new UnsupportedImageType();
}

/** Walks the building blocks of an image of each type, to its end or to where they make no sense. */
export const structures: Readonly<Record<ImageType, (bytes: Uint8Array) => ImageStructure>> = {
  'image/jpeg': (bytes) => {
    let at = 2;
    while (bytes[at] === 0xff && bytes[at + 1] !== 0xda) at += 2 + uint(bytes, at + 2, 2);
    let end = bytes.indexOf(0xff, at);
    while (end !== -1 && bytes[end + 1] !== 0xd9) end = bytes.indexOf(0xff, end + 1);
    return { frames: 1, whole: end !== -1 };
  },

  'image/png': (bytes) => {
    let at = 8;
    while (at < bytes.length && text(bytes, at + 4, at + 8) !== 'IEND') at += 12 + uint(bytes, at, 4);
    return { frames: 1, whole: at + 12 <= bytes.length };
  },

  'image/webp': (bytes) => {
    let frames = 0;
    let at = 12;
    while (at < bytes.length) {
      if (text(bytes, at, at + 4) === 'ANMF') frames += 1;
      const size = uint(bytes.slice(at + 4, at + 8).reverse(), 0, 4);
      at += 8 + size + (size % 2);
    }
    return { frames: Math.max(1, frames), whole: at === bytes.length };
  },

  'image/gif': (bytes) => {
    let frames = 0;
    let at = 13 + colorTableSize(bytes, 10);
    for (; bytes[at] === 0x21 || bytes[at] === 0x2c; at += 1) {
      if (bytes[at] === 0x2c) {
        frames += 1;
        at += 11 + colorTableSize(bytes, at + 9);
      } else {
        at += 2;
      }
      for (let size = uint(bytes, at, 1); size > 0; size = uint(bytes, at, 1)) at += 1 + size;
    }
    return { frames: Math.max(1, frames), whole: bytes[at] === 0x3b };
  },

  'image/avif': (bytes) => {
    let at = 0;
    while (at < bytes.length) at += uint(bytes, at, 4) || Infinity;
    return { frames: 1, whole: at === bytes.length };
  },
};

function colorTableSize(bytes: Uint8Array, at: number): number {
  const flags = uint(bytes, at, 1);
  return flags < 0x80 ? 0 : 3 * 2 ** ((flags % 8) + 1);
}

/** Big-endian; bytes beyond the end count as 0. */
function uint(bytes: Uint8Array, at: number, length: number): number {
  let value = 0;
  for (let index = at; index < at + length; index += 1) value = value * 256 + (bytes[index] ?? 0);
  return value;
}

function text(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
