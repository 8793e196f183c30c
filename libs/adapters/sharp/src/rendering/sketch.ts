import { SKETCH_SIDE, type RenderedImage, type TextFormat } from '@cairn/images/spi';
import { encode } from 'blurhash';
import type { Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { libvips } from '../libvips.js';

/** Pixels of an image, four bytes each. */
interface Pixels {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

const BLURHASH_SIDE = 32;
const BLURHASH_PARTS = { across: 4, down: 3 };
/** The bin size for counting colours, of the 256 levels of a channel. */
const LEVELS_PER_COLOUR = 32;

/** The text format of the pixels. */
export async function sketched(image: Sharp, format: TextFormat): Promise<RenderedImage> {
  const rendered = await pixelsOf(image);
  const small = await reduced(rendered, SKETCH_SIDE);
  const texts: Readonly<Record<TextFormat, () => string | Promise<string>>> = {
    thumbhash: () => thumbhash(small),
    blurhash: () => blurhash(small),
    color: () => dominantColour(small),
    appearance: async () =>
      [dominantColour(small), thumbhash(small), await perceptualHash(small), await dctHash(small)].join(' '),
  };
  const { width, height } = rendered;
  return { bytes: Buffer.from(await texts[format]()), width, height, frames: 1 };
}

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function reduced(pixels: Pixels, side: number): Promise<Pixels> {
  if (Math.max(pixels.width, pixels.height) <= side) return pixels;
  return await pixelsOf(opened(pixels).resize({ width: side, height: side, fit: 'inside' }));
}

function opened({ data, width, height }: Pixels): Sharp {
  return libvips()(data, { raw: { width, height, channels: 4 } });
}

function thumbhash({ data, width, height }: Pixels): string {
  return Buffer.from(rgbaToThumbHash(width, height, data)).toString('base64');
}

async function blurhash(pixels: Pixels): Promise<string> {
  const opaque = opened(await reduced(pixels, BLURHASH_SIDE)).flatten({ background: '#fff' });
  const { data, width, height } = await pixelsOf(opaque);
  return encode(Uint8ClampedArray.from(data), width, height, BLURHASH_PARTS.across, BLURHASH_PARTS.down);
}

/** The average colour of the most frequent bin. Pixels are weighted by opacity. */
function dominantColour({ data }: Pixels): string {
  const colours = new Map<number, { weight: number; red: number; green: number; blue: number }>();
  for (let at = 0; at < data.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    const key = [red, green, blue].reduce((sum, part) => sum * 8 + Math.floor(part / LEVELS_PER_COLOUR), 0);
    const colour = colours.get(key) ?? { weight: 0, red: 0, green: 0, blue: 0 };
    colour.weight += alpha;
    colour.red += red * alpha;
    colour.green += green * alpha;
    colour.blue += blue * alpha;
    colours.set(key, colour);
  }
  const [most] = [...colours.values()].sort((one, other) => other.weight - one.weight);
  // For a fully transparent image.
  if (most === undefined || most.weight === 0) return '#ffffff';
  const parts = [most.red, most.green, most.blue].map((sum) => Math.round(sum / most.weight));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** A difference hash: for each of 8 × 8 cells, whether it is darker than the one to its right. */
async function perceptualHash(pixels: Pixels): Promise<string> {
  const grey = await greyLevels(pixels, { width: 9, height: 8 });
  let bits = 0n;
  for (let row = 0; row < 8; row += 1)
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column;
      bits = bits * 2n + ((grey[at] ?? 0) < (grey[at + 1] ?? 0) ? 1n : 0n);
    }
  return bits.toString(16).padStart(16, '0');
}

async function greyLevels(
  pixels: Pixels,
  size: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const grey = opened(pixels).flatten({ background: '#fff' }).greyscale();
  return await grey
    .resize({ ...size, fit: 'fill' })
    .raw()
    .toBuffer();
}

const DCT_SIDE = 32;
const FREQUENCIES = 8;
/** Of the lowest frequencies, the cosines at each of the pixels. */
const COSINES = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Array.from({ length: DCT_SIDE }, (__, at) => Math.cos((Math.PI / DCT_SIDE) * (at + 0.5) * frequency)),
);

/** For each of the 8 × 8 lowest frequencies of the discrete cosine transform, whether there is more than the median of it. */
async function dctHash(pixels: Pixels): Promise<string> {
  const grey = await greyLevels(pixels, { width: DCT_SIDE, height: DCT_SIDE });
  const rows = Array.from({ length: DCT_SIDE }, (_, row) =>
    transformed(grey.subarray(row * DCT_SIDE, (row + 1) * DCT_SIDE)),
  );
  const columns = COSINES.map((_, frequency) => transformed(rows.map((row) => row[frequency] ?? 0)));
  // Rounded, because a sum of cosines that should be 0 is not quite, and on which side would decide a bit.
  const amounts = columns.flat().map((amount) => Math.round(amount));
  const sorted = amounts.toSorted((one, other) => one - other);
  const median = ((sorted[31] ?? 0) + (sorted[32] ?? 0)) / 2;
  const bits = amounts.reduce((hash, amount) => hash * 2n + (amount > median ? 1n : 0n), 0n);
  return bits.toString(16).padStart(16, '0');
}

/** How much of each of the lowest frequencies there is in a line of pixels. */
function transformed(line: ArrayLike<number>): readonly number[] {
  return COSINES.map((cosines) => cosines.reduce((sum, cosine, at) => sum + cosine * (line[at] ?? 0), 0));
}
