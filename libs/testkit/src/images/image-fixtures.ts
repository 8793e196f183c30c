import type { ImageType } from '@cairn/images';
import type { ImageFormat, ImageSource } from '@cairn/images/spi';
import { encoded } from './image-fixture-bytes.js';

/** A valid image with its expected properties. */
export interface ImageFixture {
  readonly bytes: Uint8Array;
  readonly format: ImageFormat;
}

/** Invalid image bytes with the code of the expected error. */
export interface BrokenSample {
  readonly bytes: Uint8Array;
  readonly code: 'unsupported-image-type' | 'undecodable-image';
}

/** Part of a GIF: a colour table with two entries and a frame of one pixel. */
const onePixel = '\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;';

const ORIENTATION_AT = 30; // in the rotated JPEG

const bytes = {
  jpeg: decode(encoded.jpeg),
  png: decode(encoded.png),
  webp: decode(encoded.webp),
  gif: decode(encoded.gif),
  avif: decode(encoded.avif),
  animatedGif: decode(encoded.animatedGif),
  animatedWebp: decode(encoded.animatedWebp),
  rotatedJpeg: decode(encoded.rotatedJpeg),
};

/** Valid images of every accepted type. */
export const fixtures: Readonly<Record<keyof typeof bytes, ImageFixture>> = {
  jpeg: { bytes: bytes.jpeg, format: still('image/jpeg', 16, 12) },
  png: { bytes: bytes.png, format: still('image/png', 7, 5) },
  webp: { bytes: bytes.webp, format: still('image/webp', 14, 10) },
  gif: { bytes: bytes.gif, format: still('image/gif', 9, 6) },
  avif: { bytes: bytes.avif, format: still('image/avif', 20, 16) },
  animatedGif: { bytes: bytes.animatedGif, format: { ...still('image/gif', 6, 4), frames: 3 } },
  animatedWebp: { bytes: bytes.animatedWebp, format: { ...still('image/webp', 8, 6), frames: 4 } },
  rotatedJpeg: { bytes: bytes.rotatedJpeg, format: { ...still('image/jpeg', 24, 8), orientation: 6 } },
};

/** A PNG of less than 100 bytes whose header says 16,384 × 16,384 pixels. */
export const bombPng: ImageFixture = {
  bytes: decode(encoded.bombPng),
  format: still('image/png', 16_384, 16_384),
};

/** A GIF whose logical screen has 65,535 × 65,535 pixels and whose one frame has 1 × 1. */
export const hugeScreenGif: ImageFixture = {
  bytes: Uint8Array.from(Buffer.from(`GIF89a${'\xff'.repeat(4)}${onePixel}`, 'latin1')),
  format: still('image/gif', 65_535, 65_535),
};

/** A still AVIF with the brand of an image sequence. */
export const avifSequence: BrokenSample = {
  bytes: Uint8Array.from(Buffer.from(bytes.avif).fill('avis', 8, 12)),
  code: 'unsupported-image-type',
};

const heicFileType = '\0\0\0\u0018ftypheic\0\0\0\0mif1heic';

/** Files that are not acceptable images. */
export const broken = {
  emptyFile: unsupported(''),
  notAnImage: unsupported('\u0001\u0002\u0003\u0004 the camera never saw this'),
  renamedText: unsupported('Just a text whose name ends in .jpg\n'),
  html: unsupported('<!doctype html><script>alert(1)</script>'),
  svg: unsupported(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  ),
  pdf: unsupported('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  tiff: { bytes: decode(encoded.tiff), code: 'unsupported-image-type' },
  heic: unsupported(`${heicFileType}\0\0\0\u0008mdat`),
  avifSequence,
  magicOnlyJpeg: undecodable(cut(bytes.jpeg, 3)),
  magicOnlyPng: undecodable(cut(bytes.png, 8)),
  magicOnlyWebp: undecodable(cut(bytes.webp, 12)),
  magicOnlyGif: undecodable(cut(bytes.gif, 6)),
  magicOnlyAvif: undecodable(cut(bytes.avif, 32)),
  truncatedJpeg: undecodable(cut(bytes.jpeg, bytes.jpeg.length - 30)),
  truncatedPng: undecodable(cut(bytes.png, bytes.png.length - 40)),
  truncatedWebp: undecodable(cut(bytes.webp, bytes.webp.length - 40)),
  truncatedGif: undecodable(cut(bytes.gif, bytes.gif.length - 15)),
  truncatedAvif: undecodable(cut(bytes.avif, bytes.avif.length - 40)),
  truncatedAnimatedGif: undecodable(cut(bytes.animatedGif, bytes.animatedGif.length - 60)),
  truncatedAnimatedWebp: undecodable(cut(bytes.animatedWebp, bytes.animatedWebp.length - 60)),
  htmlPolyglot: undecodable(Buffer.from('GIF89a/*<html><script>*/=alert(document.domain)</script></html>')),
} as const satisfies Readonly<Record<string, BrokenSample>>;

/** A PNG with valid chunks and damaged pixel data. */
export const damagedPng: BrokenSample = undecodable(flip(bytes.png, bytes.png.length - 60));

/** A JPEG with the undefined EXIF orientation 9. */
export const misorientedJpeg: ImageFixture = {
  bytes: bytes.rotatedJpeg.map((byte, index) => (index === ORIENTATION_AT ? 9 : byte)),
  format: still('image/jpeg', 24, 8),
};

/** The bytes as a source, in chunks. */
export function sourceOf(image: Uint8Array, piece = 100): ImageSource {
  return {
    sizeInBytes: image.length,
    async *read() {
      for (let start = 0; start < image.length; start += piece) yield image.slice(start, start + piece);
    },
  };
}

function decode(base64: string): Uint8Array {
  return Uint8Array.from(Buffer.from(base64, 'base64'));
}

function still(contentType: ImageType, width: number, height: number): ImageFormat {
  return { contentType, width, height, frames: 1, orientation: 1 };
}

function unsupported(text: string): BrokenSample {
  return { bytes: Uint8Array.from(Buffer.from(text, 'latin1')), code: 'unsupported-image-type' };
}

function undecodable(image: Uint8Array): BrokenSample {
  return { bytes: Uint8Array.from(image), code: 'undecodable-image' };
}

function cut(image: Uint8Array, length: number): Uint8Array {
  return image.subarray(0, length);
}

function flip(image: Uint8Array, at: number): Uint8Array {
  return image.map((byte, index) => (index === at ? byte ^ 0xff : byte));
}
