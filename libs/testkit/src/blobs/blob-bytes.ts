import { assert } from '../assert.js';
import type { ByteRange, NewBlob } from '@cairn/images';
import type { BlobArea, BlobMove, BlobStore } from '@cairn/images/spi';
import { aBlob } from '../builders.js';

export const HOUR_MS = 3_600_000;

export const toQuarantine: BlobMove = { from: 'originals', to: 'quarantine' };
export const fromQuarantine: BlobMove = { from: 'quarantine', to: 'originals' };

/** Deterministic bytes without a short period. */
export function someBytes(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = length + 1;
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 69_069) + 1) >>> 0; // a remainder of doubles takes ten times as long
    bytes[index] = state >>> 24;
  }
  return bytes;
}

/** The bytes in chunks of at most `piece` bytes, as a client sends them. */
export async function* inPieces(bytes: Uint8Array, piece = 65_536): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += piece) yield bytes.slice(start, start + piece);
}

/** Concatenates all chunks. */
export async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(Uint8Array.from(piece));
  return Uint8Array.from(Buffer.concat(all));
}

/** Stores the bytes as an original with this key, or in the given place. */
export async function put(store: BlobStore, to: string | NewBlob, bytes: Uint8Array): Promise<void> {
  const staged = await store.stage(inPieces(bytes), bytes.length);
  await staged.commit(typeof to === 'string' ? aBlob(to) : to);
}

/** Reads an original. */
export async function read(store: BlobStore, key: string, range?: ByteRange): Promise<Uint8Array> {
  return gathered(await store.area('originals').get(key, range));
}

/** Fails unless the bytes are equal. Unlike `deepEqual` it does not print them. */
export function assertSame(actual: Uint8Array, expected: Uint8Array, where = 'the bytes'): void {
  assert.ok(
    Buffer.compare(actual, expected) === 0,
    `${where}: got ${actual.length} bytes, expected ${expected.length}, or the contents differ`,
  );
}

/** Fails if the original exists. */
export async function assertAbsent(store: BlobStore, key: string): Promise<void> {
  const originals = store.area('originals');
  await assert.rejects(
    originals.get(key),
    { code: 'blob-not-found' },
    `something is read under ${JSON.stringify(key)}`,
  );
  assert.equal(await originals.find(key), undefined);
}

/** The keys of an area in one listing, or those after `after`. */
export async function keysIn(area: BlobArea, after?: string): Promise<readonly string[]> {
  return (await area.list(1_000, after)).map(({ key }) => key);
}

/** The keys of originals after `after`, or all. */
export async function keysBehind(store: BlobStore, after: string | undefined): Promise<readonly string[]> {
  return await keysIn(store.area('originals'), after);
}
