import { crc32 } from 'node:zlib';

const COMMENT = 0xfe;
const MAX_SEGMENT_BYTES = 0xffff;

/** Fills a JPEG up with comments, as ISO/IEC 10918-1 B.2.4.5 allows them, behind its first segment. */
export function padJpeg(jpeg: Buffer, sizeInBytes: number): Buffer {
  const firstEnd = 4 + jpeg.readUInt16BE(4);
  const comments: Buffer[] = [];
  for (let left = sizeInBytes - jpeg.length; left > 0; ) {
    const length = Math.min(left, MAX_SEGMENT_BYTES);
    const size = left - length > 0 && left - length < 4 ? length - 4 : length;
    comments.push(comment(size));
    left -= size;
  }
  return Buffer.concat([jpeg.subarray(0, firstEnd), ...comments, jpeg.subarray(firstEnd)]);
}
