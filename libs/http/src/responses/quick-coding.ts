import * as zlib from 'node:zlib';
import type { QuickCoding } from '../messages/negotiation.js';

/** Up to this size, compressing takes no more of the event loop than handing it to a thread. */
const MAX_BYTES_HERE = 65_536;
/** Each further piece of a result costs a turn of the event loop. Elsewhere more would be garbage. */
const inOnePiece = { chunkSize: 65_536 };

/**
 * The levels for bodies that are compressed for one answer. Brotli takes a third of the time of its usual level, and gzip
 * half; the body gets up to a fifth larger. Zstandard is as small as brotli's usual level in a quarter of its time.
 */
const options = {
  br: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } },
  gzip: { level: 1 },
  zstd: { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } },
};

/** The same levels for bodies that are compressed while they are made. */
export const quickLevels = { level: options.gzip.level, brotli: { params: options.br.params } };

/** Compresses a body for one answer. */
export async function quicklyCoded(bytes: Uint8Array, coding: QuickCoding): Promise<Uint8Array> {
  const isHere = bytes.length <= MAX_BYTES_HERE;
  switch (coding) {
    case 'identity':
      return bytes;
    case 'zstd':
      return isHere
        ? zlib.zstdCompressSync(bytes, options.zstd)
        : await inThread((done) => zlib.zstdCompress(bytes, { ...inOnePiece, ...options.zstd }, done));
    case 'br':
      return isHere
        ? zlib.brotliCompressSync(bytes, options.br)
        : await inThread((done) => zlib.brotliCompress(bytes, { ...inOnePiece, ...options.br }, done));
    case 'gzip':
      return isHere
        ? zlib.gzipSync(bytes, options.gzip)
        : await inThread((done) => zlib.gzip(bytes, { ...inOnePiece, ...options.gzip }, done));
  }
}

async function inThread(
  compress: (done: (error: Error | null, result: Uint8Array) => void) => void,
): Promise<Uint8Array> {
  return await new Promise((resolve, reject) => {
    compress((error, result) => (error === null ? resolve(result) : reject(error)));
  });
}
