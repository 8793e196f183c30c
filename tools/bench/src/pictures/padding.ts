import { crc32 } from 'node:zlib';

const MAX_COMMENT_BYTES = 65_537; // including marker and length
const CHUNK_FRAME_BYTES = 12;
const END_CHUNK_BYTES = 12;

/** Pads a JPEG with comment segments after its first segment (ISO/IEC 10918-1 B.2.4.5). */
export function padJpeg(jpeg: Buffer, sizeInBytes: number): Buffer {
  const firstEnd = 4 + jpeg.readUInt16BE(4);
  const missing = sizeInBytes - jpeg.length;
  const count = Math.ceil(missing / MAX_COMMENT_BYTES);
  const ends = Array.from({ length: count + 1 }, (_, index) => Math.round((missing * index) / count));
  const comments = ends.slice(1).map((end, index) => comment(end - (ends[index] ?? 0)));
  return Buffer.concat([jpeg.subarray(0, firstEnd), ...comments, jpeg.subarray(firstEnd)]);
}

/** Pads a PNG with an ancillary chunk before the last chunk. Decoders skip it because of its name (PNG 5.4). */
export function padPng(png: Buffer, sizeInBytes: number): Buffer {
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
