import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, it } from '@jest/globals';
import { blobStoreContract, verify } from '@cairn/testkit';
import { FsBlobStore } from './fs-blob-store.js';

const directories = new Map<FsBlobStore, string>();

async function openIn(directory: string): Promise<FsBlobStore> {
  const store = await FsBlobStore.open({ directory });
  directories.set(store, directory);
  return store;
}

afterEach(async () => {
  for (const directory of directories.values()) await rm(directory, { recursive: true, force: true });
  directories.clear();
});

describe('FsBlobStore', () =>
  verify({
    contract: blobStoreContract,
    subject: {
      open: async () => openIn(await mkdtemp(join(tmpdir(), 'cairn-blobs-'))),
      reopen: (store) => openIn(directories.get(store) ?? ''),
    },
    it,
  }));
