import { afterEach, describe, it } from '@jest/globals';
import { blobStoreContract, verify } from '@cairn/testkit';
import { readS3Address, testS3Servers } from '@cairn/services';
import { MinioBlobStore } from './minio-blob-store.js';
import type { S3Options } from './s3-options.js';

for (const server of testS3Servers()) {
  const opened = new Map<MinioBlobStore, S3Options>();
  const openAt = async (options: S3Options): Promise<MinioBlobStore> => {
    const store = await MinioBlobStore.open(options);
    opened.set(store, options);
    return store;
  };
  afterEach(async () => {
    for (const store of opened.keys()) await store.close();
    opened.clear();
    await server.close();
  });
  describe(`MinioBlobStore on ${server.name}`, () =>
    verify({
      contract: blobStoreContract,
      subject: {
        open: async () => openAt(readS3Address(await server.fresh())),
        reopen: async (store) => openAt(opened.get(store)!),
      },
      it,
    }));
}
