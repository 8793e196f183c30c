import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** As large as an upload may be. */
const MAX_FILE_BYTES = 25 * 1024 * 1024;
const JPEG_QUALITY = 92;
const MAX_COMMENT_BYTES = 65_537; // including marker and length
const CHUNK_FRAME_BYTES = 12;
const END_CHUNK_BYTES = 12;

interface PhotoSize {
  readonly width: number;
  readonly height: number;
  readonly sizeInBytes: number;
}

/** A JPEG of smooth shapes and fine grain, about as costly to decode as a photo, of exactly `sizeInBytes`. */
export async function photo({ width, height, sizeInBytes }: PhotoSize): Promise<Uint8Array> {
  const shapes = await noise({ width, height, scale: 64, sigma: 90 });
  const grain = await noise({ width, height, scale: 3, sigma: 40 });
  const drawn = await sharp(shapes)
    .composite([{ input: grain, blend: 'soft-light' }])
    .png({ compressionLevel: 0 })
    .toBuffer();
  for (let quality = 95; quality > 0; quality -= 5) {
    const jpeg = await sharp(drawn).jpeg({ quality }).toBuffer();
    if (jpeg.length <= sizeInBytes) return padJpeg(jpeg, sizeInBytes);
  }
  throw new RangeError(`${width} × ${height} pixels do not fit into ${sizeInBytes} bytes.`);
}

/** A 24-megapixel JPEG of noise of exactly `MAX_FILE_BYTES`. */
export async function largestJpeg(): Promise<Uint8Array> {
  return padJpeg(await pixels(6000, 4000).jpeg({ quality: JPEG_QUALITY }).toBuffer(), MAX_FILE_BYTES);
}

/** An 8-megapixel PNG of noise, which does not compress, of exactly `MAX_FILE_BYTES`. */
export async function largestPng(): Promise<Uint8Array> {
  return padPng(await pixels(2850, 2850).png({ compressionLevel: 1 }).toBuffer(), MAX_FILE_BYTES);
}

function pixels(width: number, height: number): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
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

/** Pads a JPEG with comment segments after its first segment (ISO/IEC 10918-1 B.2.4.5). */
function padJpeg(jpeg: Buffer, sizeInBytes: number): Buffer {
  const firstEnd = 4 + jpeg.readUInt16BE(4);
  const missing = sizeInBytes - jpeg.length;
  const count = Math.ceil(missing / MAX_COMMENT_BYTES);
  const ends = Array.from({ length: count + 1 }, (_, index) => Math.round((missing * index) / count));
  const comments = ends.slice(1).map((end, index) => comment(end - (ends[index] ?? 0)));
  return Buffer.concat([jpeg.subarray(0, firstEnd), ...comments, jpeg.subarray(firstEnd)]);
}

/** Pads a PNG with an ancillary chunk before the last chunk. Decoders skip it because of its name (PNG 5.4). */
function padPng(png: Buffer, sizeInBytes: number): Buffer {
  const end = png.length - END_CHUNK_BYTES;
  const chunk = Buffer.alloc(sizeInBytes - png.length);
  chunk.writeUInt32BE(chunk.length - CHUNK_FRAME_BYTES, 0);
  chunk.write('paDd', 4, 'latin1');
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return Buffer.concat([png.subarray(0, end), chunk, png.subarray(end)]);
}

function comment(sizeInBytes: number): Buffer {
  const segment = Buffer.alloc(sizeInBytes);
  segment.writeUInt16BE(0xfffe, 0);
  segment.writeUInt16BE(sizeInBytes - 2, 2);
  return segment;
}
