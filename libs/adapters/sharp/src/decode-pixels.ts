import { UndecodableImage } from '@cairn/images';
import type { Metadata, SharpOptions } from 'sharp';
import { libvips } from './libvips.js';

/** How long one image may take. */
export const MAX_WORK_SECONDS = 10;

/** The catalog enforces the pixel limit with the size from the header, before anything is decoded. */
const options: SharpOptions = { failOn: 'error', limitInputPixels: false };

/** @throws {UndecodableImage} */
export async function metadata(bytes: Uint8Array): Promise<Metadata> {
  try {
    return await libvips()(bytes, options).metadata();
  } catch (cause) {
    throw new UndecodableImage('the file is cut short or its header is damaged', { cause });
  }
}

/**
 * Decodes every pixel of every frame and discards the result. libvips checks its timeout only between steps.
 * @throws {UndecodableImage}
 */
export async function decode(bytes: Uint8Array, failOn: SharpOptions['failOn'] = 'error'): Promise<void> {
  const image = libvips()(bytes, { ...options, failOn, pages: -1 }).timeout({ seconds: MAX_WORK_SECONDS });
  try {
    await image.resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  } catch (cause) {
    throw new UndecodableImage('its pixels are damaged', { cause });
  }
}

export function cutShort(): UndecodableImage {
  return new UndecodableImage('the file is cut short');
}
