import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SmallDisk } from '@cairn/services';
import { aBlob } from '@cairn/testkit';
import { FsBlobStore } from './fs-blob-store.js';

const MEBIBYTE = 1024 * 1024;
const full = { code: 'storage-full', cause: expect.objectContaining({ code: 'ENOSPC' }) };

describe('an FsBlobStore on a full disk', () => {
  let disk: SmallDisk;
  let store: FsBlobStore;

  const put = async (key: string, mebibytes: number): Promise<void> =>
    (await store.stage(pieces(mebibytes), 64 * MEBIBYTE)).commit(aBlob(key));

  beforeAll(async () => {
    disk = SmallDisk.mount(8 * MEBIBYTE);
    store = await FsBlobStore.open({ directory: disk.folder });
  });

  afterAll(() => disk.unmount());

  it('is StorageFull, keeps nothing of what was rejected, deletes, and stores again', async () => {
    await put('first', 3);
    await store.check();
    await expect(put('second', 6)).rejects.toMatchObject(full);
    expect(await readdir(join(disk.folder, 'staging'))).toEqual([]);
    await disk.fill();
    await expect(put('third', 1)).rejects.toMatchObject(full);
    await expect(store.check()).rejects.toMatchObject({ code: 'storage-full' });
    await store.area('originals').delete('first');
    await put('fourth', 1);
    await expect(store.check()).rejects.toMatchObject({ code: 'storage-full' }); // less than the space for a photo
    await disk.clear();
    await store.check();
  });

  it('can be opened, so that a server which starts there deletes', async () => {
    await put('fifth', 1);
    await disk.fill();
    store = await FsBlobStore.open({ directory: disk.folder });
    await expect(store.check()).rejects.toMatchObject({ code: 'storage-full' });
    await expect(put('sixth', 1)).rejects.toMatchObject(full);
    await store.area('originals').delete('fifth');
    expect(await store.area('originals').find('fifth')).toBeUndefined();
  });
});

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < count; number += 1) yield new Uint8Array(MEBIBYTE);
}
