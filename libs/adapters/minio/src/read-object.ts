import type { ByteRange } from '@cairn/images';
import { StorageUnavailable } from '@cairn/kernel';
import type { StoredObjects } from './stored-objects.js';

/** Size of a request, and maximum held in memory per reader. */
export const PIECE_BYTES = 1024 * 1024;

/**
 * The bytes of an object, or those in `range`; `undefined` when there is no object. Each chunk is a separate request
 * that ends before its bytes are yielded, so a slow or abandoned reader holds no connection.
 */
export async function readObject(
  objects: StoredObjects,
  name: string,
  range?: ByteRange,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const start = range?.start ?? 0;
  const wanted = range === undefined ? PIECE_BYTES : range.end + 1 - start;
  if (wanted <= 0) return (await objects.stat(name)) && nothing();
  const first = await objects.piece(name, { start, length: Math.min(wanted, PIECE_BYTES) });
  if (first === undefined) return undefined;
  const end = range === undefined ? first.totalBytes : range.end + 1;
  if (end > first.totalBytes) throw new StorageUnavailable('A stored image is shorter than it was.');
  return pieces(first.bytes, { objects, name, start: start + first.bytes.length, end });
}

async function* pieces(
  first: Uint8Array,
  rest: {
    readonly objects: StoredObjects;
    readonly name: string;
    readonly start: number;
    readonly end: number;
  },
): AsyncGenerator<Uint8Array> {
  const { objects, name, end } = rest;
  if (first.length > 0) yield first;
  for (let { start } = rest; start < end; start += PIECE_BYTES) {
    const piece = await objects.piece(name, { start, length: Math.min(PIECE_BYTES, end - start) });
    if (piece === undefined) throw new StorageUnavailable('A stored image was deleted while it was read.');
    yield piece.bytes;
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
