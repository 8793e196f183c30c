import type { FileHandle } from 'node:fs/promises';
import { StorageUnavailable } from '@cairn/kernel';
import { storing } from './fs-errors.js';

/** Maximum held in memory per reader. */
export const PIECE_BYTES = 256 * 1024;

/** The bytes from `start` up to, not including, `end`. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** Reads exactly these bytes at once. */
export async function readSpan(handle: FileHandle, { start, end }: ByteSpan): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(end - start);
  for (let filled = 0; filled < bytes.length;) {
    const { bytesRead } = await storing(handle.read(bytes, filled, bytes.length - filled, start + filled));
    if (bytesRead === 0) throw new StorageUnavailable('A stored image is shorter than it was.');
    filled += bytesRead;
  }
  return bytes;
}

/** Reads these bytes in chunks. The file is open from the first chunk to the last, or until the reader stops. */
export async function* readPieces(
  open: () => Promise<FileHandle>,
  span: ByteSpan,
  pieceBytes = PIECE_BYTES,
): AsyncGenerator<Uint8Array> {
  const handle = await open();
  try {
    for (let { start } = span; start < span.end; start += pieceBytes) {
      yield await readSpan(handle, { start, end: Math.min(start + pieceBytes, span.end) });
    }
  } finally {
    await handle.close();
  }
}
