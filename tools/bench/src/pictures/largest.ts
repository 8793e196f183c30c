import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { padJpeg, padPng } from './padding.js';

/** The upload baseline. */
export const MAX_FILE_BYTES = 25 * 1024 * 1024;

const JPEG_QUALITY = 92;

/** A 24-megapixel JPEG of noise of exactly `MAX_FILE_BYTES`. */
export async function largestJpeg(): Promise<Uint8Array> {
  return padJpeg(await noise(6000, 4000).jpeg({ quality: JPEG_QUALITY }).toBuffer(), MAX_FILE_BYTES);
}

/** The same as a progressive JPEG, for which a decoder holds all coefficients in memory. */
export async function largestProgressiveJpeg(): Promise<Uint8Array> {
  const jpeg = await noise(6000, 4000).jpeg({ quality: JPEG_QUALITY, progressive: true }).toBuffer();
  return padJpeg(jpeg, MAX_FILE_BYTES);
}

/** An 8-megapixel PNG of noise, which does not compress, of exactly `MAX_FILE_BYTES`. */
export async function largestPng(): Promise<Uint8Array> {
  return padPng(await noise(2850, 2850).png({ compressionLevel: 1 }).toBuffer(), MAX_FILE_BYTES);
}

function noise(width: number, height: number): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
}
