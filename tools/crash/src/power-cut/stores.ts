import type { BlobStore, StagedBlob } from '@cairn/images';
import type { RecordedDisk } from './recorded-disk.js';

const PIECE_BYTES = 64 * 1024;

/** Stores bytes of their own for the key, and has the disk note what is promised of them. */
export async function put(
  disk: RecordedDisk,
  store: BlobStore,
  { key, sizeInBytes }: { readonly key: string; readonly sizeInBytes: number },
): Promise<void> {
  const staged = await store.stage(bytesFor(key, sizeInBytes), sizeInBytes);
  await commit(disk, staged, key);
}

export async function commit(disk: RecordedDisk, staged: StagedBlob, key: string): Promise<void> {
  const { sha256 } = staged;
  disk.note({ kind: 'attempted', key, sha256 });
  await staged.commit(key, 'application/octet-stream');
  disk.note({ kind: 'promised', key, sha256 });
}

/** Bytes that are no other key's, none of them 0, in pieces. */
export async function* bytesFor(key: string, sizeInBytes: number): AsyncGenerator<Uint8Array> {
  const text = Buffer.from(`${key} `.repeat(Math.ceil(PIECE_BYTES / key.length)));
  for (let at = 0; at < sizeInBytes; at += PIECE_BYTES)
    yield text.subarray(0, Math.min(PIECE_BYTES, sizeInBytes - at));
}
