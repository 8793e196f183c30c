import { imageColours } from '@cairn/image-structure';
import { type RenderedType, uprightSize } from '@cairn/images';
import {
  editBox,
  planRender,
  turnBetween,
  type Box,
  type CropPosition,
  type Effort,
  type RenderedImage,
  type RenderPlan,
} from '@cairn/images/spi';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { libvips } from '../libvips.js';
import { colourProfile, withProfile } from './colour-profile.js';
import type { RenderJob } from './render-messages.js';
import { sketched } from './sketch.js';

/** Renders an image from the bytes of its original. Rejects if decoding or encoding fails. */
export async function renderImage(original: Uint8Array, job: RenderJob): Promise<RenderedImage> {
  return needsEditFirst(job) ? await renderAfterEdit(original, job) : await renderOnce(original, job);
}

/**
 * A crop is a step of the plan. libvips turns after it has cropped, and trims without cropping, so then the edited picture is made
 * first.
 */
function needsEditFirst({ original: { edit, orientation }, transform }: RenderJob): boolean {
  if (edit === undefined) return false;
  return edit.orientation !== orientation || transform.trim !== undefined;
}

async function renderAfterEdit(bytes: Uint8Array, job: RenderJob): Promise<RenderedImage> {
  const { original, transform } = job;
  const { edit, ...stored } = original;
  const plain = { ...job, original: stored };
  const labelled = await withLabelledColours(bytes, plain);
  const readable = await inSrgb(labelled, plain, await colourOfOriginal(labelled, plain));
  const { mirror, quarters } = turnBetween(original.orientation, edit?.orientation ?? original.orientation);
  const { width, height } = uprightSize(stored);
  // Resizes to the same size, because sharp orders its steps differently without a resize.
  const turned = opened(readable, plain, 1).resize({ width, height, fit: 'fill' });
  if (mirror) turned.flop();
  if (quarters > 0) turned.rotate(quarters * 90);
  const part = editBox(original);
  if (part !== undefined) turned.extract(part);
  if (transform.strip === 'metadata') turned.keepIccProfile();
  const { data, info } = await turned.png({ compressionLevel: 0 }).toBuffer({ resolveWithObject: true });
  const shown = { width: info.width, height: info.height, orientation: 1, frames: 1 };
  return await renderOnce(data, { ...job, original: { ...shown, contentType: 'image/png' } });
}

async function renderOnce(original: Uint8Array, job: RenderJob): Promise<RenderedImage> {
  const { transform, output } = job;
  const labelled = await withLabelledColours(original, job);
  const source = await colourOfOriginal(labelled, job);
  const bytes = await inSrgb(labelled, job, source);
  const trimmed = transform.trim === undefined ? undefined : await trimmedBox(bytes, job, transform.trim);
  const plan = planRender(transform, { original: job.original, output, ...(trimmed && { trimmed }) });
  const pixels = rendered(bytes, job, plan);
  const isGrey = source.space === 'b-w' || source.space === 'grey16';
  // A grey image would make every background colour grey.
  if (isGrey && transform.background !== undefined) pixels.pipelineColourspace('srgb');
  if (plan.text !== undefined) return await sketched(pixels, plan.text);
  const image = encoded(pixels, plan, job.effort);
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.pageHeight ?? info.height, frames: info.pages ?? 1 };
}

/**
 * An image that describes its colours without a profile, converted to a PNG with a profile of these colours: libvips
 * reads only profiles. Returns other images unchanged.
 */
async function withLabelledColours(bytes: Uint8Array, job: RenderJob): Promise<Uint8Array> {
  const colours = imageColours(bytes, job.original.contentType);
  if (colours === undefined) return bytes;
  const { depth } = await libvips()(bytes, { failOn: 'error', limitInputPixels: false }).metadata();
  const numbers = opened(bytes, job, 1, { ignoreIcc: true })
    .toColourspace(depth === 'ushort' ? 'rgb16' : 'srgb')
    .png({ compressionLevel: 0 });
  return withProfile(await numbers.toBuffer(), colourProfile(colours));
}

/** Facts that are needed before the first step. A JPEG always has 8 bits, so its header is mostly not read. */
async function colourOfOriginal(
  bytes: Uint8Array,
  { original, transform }: RenderJob,
): Promise<Pick<Metadata, 'space' | 'hasProfile'>> {
  if (original.contentType === 'image/jpeg' && transform.background === undefined)
    return { space: 'srgb', hasProfile: false };
  return await libvips()(bytes, { failOn: 'error', limitInputPixels: false }).metadata();
}

function opened(bytes: Uint8Array, { original }: RenderJob, pages: number, further?: SharpOptions): Sharp {
  const { width, height, frames } = original;
  const options: SharpOptions = {
    failOn: 'error',
    limitInputPixels: width * height * frames,
    pages,
    ...further,
  };
  return libvips()(bytes, options).autoOrient();
}

function rendered(bytes: Uint8Array, job: RenderJob, plan: RenderPlan): Sharp {
  const { crop, cover, cut, extend, flatten, flip, rotate, blur, sharpen } = plan;
  const image = opened(bytes, job, plan.animated ? -1 : 1);
  if (flatten !== undefined) image.flatten({ background: colourOf(flatten) });
  if (crop !== undefined) image.extract(crop);
  // Always resizes, because sharp orders its steps differently without a resize.
  const { width, height } = plan.resize ?? crop ?? uprightSize(job.original);
  if (cover === undefined) image.resize({ width, height, fit: 'fill' });
  else image.resize({ width, height, fit: 'cover', position: positionOf(cover) });
  if (flip?.includes('v')) image.flip();
  if (flip?.includes('h')) image.flop();
  if (rotate !== undefined) image.rotate(rotate);
  if (cut !== undefined) image.extract(cut);
  if (extend !== undefined) image.extend({ ...extend, background: colourOf(plan.fill) });
  if (blur !== undefined) image.blur(blur);
  if (sharpen !== undefined) image.sharpen({ sigma: sharpen });
  return plan.keepsProfile ? image.keepIccProfile() : image;
}

/**
 * Converts a 16-bit image with a profile to 8 bits in sRGB: sharp processes such images in Display P3, and leaves them
 * so.
 */
async function inSrgb(
  bytes: Uint8Array,
  job: RenderJob,
  { space, hasProfile }: Pick<Metadata, 'space' | 'hasProfile'>,
): Promise<Uint8Array> {
  if (space !== 'rgb16' || !hasProfile || job.transform.strip === 'metadata') return bytes;
  return await opened(bytes, job, 1).withIccProfile('srgb').png({ compressionLevel: 0 }).toBuffer();
}

/** Encoder efforts for an AVIF up to a megapixel, and for a larger one. The next effort takes several times as long. */
const AVIF_EFFORTS: Readonly<Record<Effort, { readonly small: number; readonly large: number }>> = {
  fast: { small: 2, large: 0 },
  thorough: { small: 4, large: 3 },
};
const SMALL_PIXELS = 1_000_000;

function encoded(image: Sharp, plan: RenderPlan, effort: Effort): Sharp {
  const { output, quality, width, height, animated } = plan;
  const size = width * height > SMALL_PIXELS ? 'large' : 'small';
  const lossy = quality === undefined ? {} : { quality };
  const encoders: Readonly<Record<RenderedType, () => Sharp>> = {
    'text/plain': () => image,
    'image/jpeg': () => image.jpeg(lossy),
    'image/png': () => image.png(),
    'image/webp': () => image.webp({ ...lossy, effort: 2 }),
    'image/avif': () =>
      image.avif({ ...lossy, effort: AVIF_EFFORTS[effort][size], chromaSubsampling: '4:2:0' }),
    'image/gif': () => image.gif({ effort: animated ? 1 : 4 }),
  };
  return encoders[output]();
}

/** libvips finds no border in images with a shorter side. */
const MIN_TRIMMED_SIDE = 3;

/** The part of the upright image that trimming leaves; `undefined` for all of it. */
async function trimmedBox(bytes: Uint8Array, job: RenderJob, threshold: number): Promise<Box | undefined> {
  if (Math.min(job.original.width, job.original.height) < MIN_TRIMMED_SIDE) return undefined;
  // Rotates first, because the result of trimming is in the coordinates of the input.
  const upright = await opened(bytes, job, 1).png({ compressionLevel: 0 }).toBuffer();
  const { info } = await libvips()(upright, { limitInputPixels: false })
    .trim({ threshold })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, trimOffsetLeft = 0, trimOffsetTop = 0 } = info;
  return { left: Math.abs(trimOffsetLeft), top: Math.abs(trimOffsetTop), width, height };
}

function positionOf(position: CropPosition): string {
  if (typeof position === 'string') return position;
  const across = position.x === 0 ? 'left' : position.x === 1 ? 'right' : '';
  const down = position.y === 0 ? 'top' : position.y === 1 ? 'bottom' : '';
  return `${across} ${down}`.trim() || 'centre';
}

function colourOf(digits: string): { r: number; g: number; b: number; alpha: number } {
  const part = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16);
  return { r: part(0), g: part(2), b: part(4), alpha: part(6) / 255 };
}
