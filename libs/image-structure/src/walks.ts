import type { ImageType } from './leading-bytes.js';

/** Maximum number of counted frames, because decoders do work for each one, however small. */
export const MAX_FRAMES = 10_000;

/** Skips to the next FF byte that is not followed by 00, instead of a number of bytes. */
export const NEXT_MARKER = -1;

/** Thrown into a walk where the file has ended before it. */
export class FileEnds extends Error {}

/**
 * Iterates over the building blocks of an image. Each yielded value is the number of bytes to skip, and receives the
 * byte after them. Returns the number of frames at the last byte of the image, or `undefined` if the blocks are
 * invalid. More than `MAX_FRAMES` are `Infinity`, without reading the rest. An end marker may be missing, but nothing before it.
 */
export type Walk = Generator<number, number | undefined, number>;

const EOI = 0xd9;
const META = 0x6d657461;
const MDAT = 0x6d646174;
const IDAT_BOX = 0x69646174;
const ANMF = 0x414e4d46;
const IEND = 0x49454e44;
const FCTL = 0x6663544c;
const ACTL = 0x6163544c;
const IDAT = 0x49444154;
const FDAT = 0x66644154;

/** The walk for each image type. */
export const walks: Readonly<Record<ImageType, () => Walk>> = {
  // Segments are skipped by length, so that the end of a thumbnail inside one is not mistaken for the image's.
  *'image/jpeg'() {
    yield 1;
    for (;;) {
      let marker = yield NEXT_MARKER;
      while (marker === 0xff) marker = yield 0;
      if (marker === EOI) return 1;
      const standsAlone = marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd7);
      const length = standsAlone ? 0 : yield* bigEndian(2);
      if (length > 2) yield length - 3;
    }
  },

  *'image/png'() {
    let frames = 0;
    let announced = 0;
    let hasPixels = false;
    yield 7; // the last byte of the signature
    for (;;) {
      let type: number;
      let length: number;
      try {
        length = yield* bigEndian(4);
        type = yield* bigEndian(4);
        if (type === IEND) yield 3;
      } catch (error) {
        if (!(error instanceof FileEnds) || !hasPixels || frames < announced) throw error;
        return Math.max(1, frames);
      }
      if (type === FCTL) frames += 1;
      if (frames > MAX_FRAMES) return Infinity;
      if (type === IEND) return Math.max(1, frames);
      hasPixels = (hasPixels && type !== FCTL) || type === IDAT || type === FDAT; // of the latest frame
      if (type !== ACTL || length < 4)
        yield length + 3; // with its checksum
      else {
        announced = yield* bigEndian(4);
        yield length - 1;
      }
    }
  },

  *'image/webp'() {
    let left = (yield* littleEndian(4, 4)) - 4;
    let frames = 0;
    let size = 0;
    for (let skip = 4; left > 0; skip = size + (size % 2)) {
      const type = yield* bigEndian(4, skip);
      if (type === ANMF) frames += 1;
      if (frames > MAX_FRAMES) return Infinity;
      size = yield* littleEndian(4);
      left -= 8 + size + (size % 2);
    }
    if (size > 0) yield size - 1;
    return Math.max(1, frames);
  },

  *'image/gif'() {
    let frames = 0;
    let skip = 2 + colorTableSize(yield 10);
    for (;;) {
      let block: number;
      try {
        block = yield skip;
      } catch (error) {
        if (!(error instanceof FileEnds) || frames === 0) throw error;
        return frames;
      }
      if (block === 0x3b) return frames;
      if (block === 0) continue; // some encoders end with one more
      if (block === 0x2c) {
        frames += 1;
        if (frames > MAX_FRAMES) return Infinity;
        skip = 1 + colorTableSize(yield 8);
      } else if (block === 0x21) {
        skip = 1;
      } else {
        return undefined;
      }
      for (let size = yield skip; size > 0; size = yield size);
      skip = 0;
    }
  },

  *'image/avif'() {
    const missing = new Set([META, MDAT]);
    let skip = 0;
    while (missing.size > 0) {
      const size = yield* bigEndian(4, skip);
      const type = yield* bigEndian(4);
      missing.delete(type);
      if (size === 0) return 1; // the rest of the file
      skip = size === 1 ? (yield* bigEndian(8)) - 16 : size - 8;
      if (skip < 0) return undefined;
      if (type !== META) continue;
      const header = yield* insideHeader(skip);
      if (header.hasData) missing.delete(MDAT);
      skip = header.left;
    }
    if (skip > 0) yield skip - 1;
    return 1;
  },
};

/** Whether the header of an AVIF has data in itself, and how many bytes are left of it. */
function* insideHeader(length: number): Generator<number, { hasData: boolean; left: number }, number> {
  let hasData = false;
  let skip = Math.min(length, 4);
  let left = length - skip;
  while (left >= 8) {
    const size = yield* bigEndian(4, skip);
    hasData ||= (yield* bigEndian(4)) === IDAT_BOX;
    left -= 8;
    skip = size === 0 ? left : Math.min(left, Math.max(0, size - 8));
    left -= skip;
  }
  return { hasData, left: left + skip };
}

function colorTableSize(flags: number): number {
  return flags < 0x80 ? 0 : 3 * 2 ** ((flags % 8) + 1);
}

function* bigEndian(length: number, skip = 0): Generator<number, number, number> {
  let value = yield skip;
  for (let index = 1; index < length; index += 1) value = value * 256 + (yield 0);
  return value;
}

function* littleEndian(length: number, skip = 0): Generator<number, number, number> {
  let value = yield skip;
  for (let index = 1; index < length; index += 1) value += 256 ** index * (yield 0);
  return value;
}
