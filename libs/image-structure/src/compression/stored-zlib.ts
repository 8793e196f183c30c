import { bigEndianBytes, joined } from '../bytes.js';
import { adler32 } from './checksums.js';

const MAX_BLOCK_BYTES = 65_535;

/** A zlib stream of these bytes that is not compressed. */
export function storedZlib(bytes: Uint8Array): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += MAX_BLOCK_BYTES) {
    const block = bytes.subarray(at, at + MAX_BLOCK_BYTES);
    const [low, high] = [block.length & 0xff, block.length >> 8];
    const isLast = at + MAX_BLOCK_BYTES >= bytes.length;
    blocks.push(joined([isLast ? 1 : 0, low, high, low ^ 0xff, high ^ 0xff], block));
  }
  return joined([0x78, 0x01], ...blocks, bigEndianBytes(adler32(bytes), 4));
}
