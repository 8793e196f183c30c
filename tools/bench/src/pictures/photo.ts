import sharp from 'sharp';
import { padJpeg } from './padding.js';

export interface PhotoSize {
  readonly width: number;
  readonly height: number;
  readonly sizeInBytes: number;
}

/** A JPEG of smooth shapes and fine grain, about as costly to decode as a photo, of exactly `sizeInBytes`. */
export async function photo({ width, height, sizeInBytes }: PhotoSize): Promise<Uint8Array> {
  const shapes = await noise({ width, height, scale: 64, sigma: 90 });
  const grain = await noise({ width, height, scale: 3, sigma: 40 });
  const pixels = await sharp(shapes)
    .composite([{ input: grain, blend: 'soft-light' }])
    .png({ compressionLevel: 0 })
    .toBuffer();
  for (let quality = 95; quality > 0; quality -= 5) {
    const jpeg = await sharp(pixels).jpeg({ quality }).toBuffer();
    if (jpeg.length <= sizeInBytes) return padJpeg(jpeg, sizeInBytes);
  }
  throw new RangeError(`${width} × ${height} pixels do not fit into ${sizeInBytes} bytes.`);
}

/** Noise with grains `scale` pixels wide. */
async function noise(of: {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly sigma: number;
}): Promise<Buffer> {
  const { width, height, scale, sigma } = of;
  const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) };
  return await sharp({
    create: { ...size, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma } },
  })
    .resize(width, height, { fit: 'fill' })
    .png({ compressionLevel: 0 })
    .toBuffer();
}
