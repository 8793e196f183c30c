import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '@cairn/images/spi';
import { digestOf, writeDurably } from './files.js';
import type { ManifestFile } from './manifest.js';

/** The file of a snapshot with the key of the installation. Snapshots of earlier versions have none. */
const FILE = 'installation.key';
const MAX_BYTES = 1_024;

/** Copies the key of the installation. Returns its file; none if the store has no key. */
export async function copyKey(blobs: BlobStore, snapshot: string): Promise<readonly ManifestFile[]> {
  const key = await blobs.installationKey.find();
  if (key === undefined) return [];
  const path = join(snapshot, FILE);
  await writeDurably(path, key);
  return [{ path: FILE, ...(await digestOf(path)) }];
}

/** Gives the store the key of the snapshot, unless it has one. The files of the snapshot are as they were written. */
export async function restoreKey(
  blobs: BlobStore,
  { snapshot, files }: { readonly snapshot: string; readonly files: readonly ManifestFile[] },
): Promise<void> {
  if (!files.some(({ path }) => path === FILE)) return;
  const handle = await open(join(snapshot, FILE));
  try {
    // A forged manifest may name a file of any size.
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(MAX_BYTES) });
    await blobs.installationKey.claim(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await handle.close();
  }
}
