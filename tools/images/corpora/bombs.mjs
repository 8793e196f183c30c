import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const MIB = 1024 ** 2;

function chunk(type, data) {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, 'latin1');
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4);
  return bytes;
}

/** A PNG of one grey level. */
function png({ width, height, bits = 1, before = [], pixels }) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  const row = 1 + Math.ceil((width * bits) / 8);
  const data = pixels ?? deflateSync(Buffer.alloc(row * height));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[chunk('IHDR', header), ...before, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))],
  ]);
}

function compressedText(type, sizeInBytes) {
  const method = Buffer.from('name\0\0', 'latin1');
  return chunk(type, Buffer.concat([method, deflateSync(Buffer.alloc(sizeInBytes))]));
}

/** The size of a frame header changed, as everything before it is read. */
async function jpegOf(width, height) {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

async function avifOf(width, height) {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#888' } })
    .avif()
    .toBuffer();
  const size = bytes.indexOf('ispe') + 8;
  bytes.writeUInt32BE(width, size);
  bytes.writeUInt32BE(height, size + 4);
  return bytes;
}

/** A lossless WebP of one colour, whose header says that it is larger. */
async function webpOf(width, height) {
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#888' } })
    .webp({ lossless: true })
    .toBuffer();
  const at = bytes.indexOf('VP8L') + 9;
  bytes.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, at);
  return bytes;
}

/** A GIF of frames of one pixel on a canvas. */
function gif({ width, height, frames }) {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = Buffer.from('2c00000000010001000002024401 00'.replaceAll(' ', ''), 'hex');
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

const endless = deflateSync(Buffer.alloc(64 * MIB));

/** Small files that would take much memory or time to decode: all must be refused, and soon. */
export async function bombs() {
  return {
    'a PNG of 16,383 × 16,383 pixels of one bit': png({ width: 16_383, height: 16_383 }),
    'a PNG of 30,000 × 30,000 pixels': png({ width: 30_000, height: 30_000 }),
    'a PNG of 2,147,483,647 × 1 pixels': png({
      width: 2_147_483_647,
      height: 1,
      pixels: deflateSync(Buffer.alloc(8)),
    }),
    'a PNG of 1 × 2,000,000 pixels': png({ width: 1, height: 2_000_000 }),
    'a JPEG of 65,500 × 65,500 pixels': await jpegOf(65_500, 65_500),
    'a JPEG without a height': await jpegOf(65_500, 0),
    'a WebP of 16,383 × 16,383 pixels': await webpOf(16_383, 16_383),
    'an AVIF of 65,535 × 65,535 pixels': await avifOf(65_535, 65_535),
    'an AVIF of 4,294,967,295 × 4,294,967,295 pixels': await avifOf(0xffff_ffff, 0xffff_ffff),
    'a GIF of 10,000 frames': gif({ width: 4_000, height: 4_000, frames: 10_000 }),
    'a GIF with a screen of 65,535 × 65,535 pixels': gif({ width: 65_535, height: 65_535, frames: 1 }),
  };
}

/** What is harmless if it is not read: it may be accepted, and then has an answer as soon. */
export function neutral() {
  const small = { width: 8, height: 8, bits: 8 };
  return {
    'a PNG whose text is 64 MiB': png({ ...small, before: [compressedText('zTXt', 64 * MIB)] }),
    'a PNG whose colour profile is 64 MiB': png({ ...small, before: [compressedText('iCCP', 64 * MIB)] }),
    'a PNG whose pixels go on for 64 MiB': png({ ...small, pixels: endless }),
    'a GIF that is a script, too': Buffer.concat([
      Buffer.from('GIF89a/*'),
      Buffer.from([0, 0, 0, 0, 0]),
      Buffer.from('*/=1;alert(1)'),
    ]),
  };
}

/** Large files of very many small parts, each of which costs a step of whoever looks for metadata. */
export async function crumbs() {
  const jpeg = await jpegOf(16, 16);
  const comments = (count) => Buffer.alloc(count * 5, Buffer.from([0xff, 0xfe, 0, 3, 0x41]));
  const empty = chunk('teXt', Buffer.alloc(0));
  const text = chunk('tEXt', Buffer.from('a\0b'));
  const webp = await webpOf(16, 16);
  const riff = Buffer.concat([webp, Buffer.alloc(24 * MIB, Buffer.from('XXXX\0\0\0\0', 'latin1'))]);
  riff.writeUInt32LE(riff.length - 8, 4);
  const avif = await avifOf(16, 16);
  const boxes = Buffer.alloc(24 * MIB, Buffer.from('\0\0\0\x08free', 'latin1'));
  const remarks = Buffer.alloc(24 * MIB, Buffer.from('21fe014100', 'hex'));
  const still = gif({ width: 1, height: 1, frames: 1 });
  return {
    'a GIF of 1,000,000 frames': gif({ width: 1, height: 1, frames: 1_000_000 }),
    'a GIF of 5,000,000 comments': Buffer.concat([still.subarray(0, 19), remarks, still.subarray(19)]),
    'a JPEG of 5,000,000 comments': Buffer.concat([
      jpeg.subarray(0, 2),
      comments(5_000_000),
      jpeg.subarray(2),
    ]),
    'a PNG of 1,000,000 texts': png({ width: 8, height: 8, bits: 8, before: [repeated(text, 1_000_000)] }),
    'a PNG of 2,000,000 empty parts': png({
      width: 8,
      height: 8,
      bits: 8,
      before: [repeated(empty, 2_000_000)],
    }),
    'a WebP of 3,000,000 parts': riff,
    'an AVIF of 3,000,000 boxes': Buffer.concat([avif, boxes]),
  };
}

function repeated(bytes, count) {
  return Buffer.alloc(bytes.length * count, bytes);
}
