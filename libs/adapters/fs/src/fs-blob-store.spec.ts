import { link, mkdtemp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { aBlob, blobStoreContract, verify } from '@cairn/testkit';
import { FsBlobStore } from './fs-blob-store.js';

const MEGABYTE = 1024 * 1024;
const toQuarantine = { from: 'originals', to: 'quarantine' } as const;

const directories = new Map<FsBlobStore, string>();

async function openIn(directory: string): Promise<FsBlobStore> {
  const store = await FsBlobStore.open({ directory });
  directories.set(store, directory);
  return store;
}

async function freshDirectory(): Promise<string> {
  return mkdtemp(join(process.env['CAIRN_TEST_DISK'] ?? tmpdir(), 'cairn-blobs-'));
}

afterEach(async () => {
  for (const directory of directories.values()) await rm(directory, { recursive: true, force: true });
  directories.clear();
});

describe('FsBlobStore', () =>
  verify({
    contract: blobStoreContract,
    subject: {
      open: async () => openIn(await freshDirectory()),
      reopen: async (store) => openIn(directories.get(store) ?? ''),
    },
    it,
  }));

describe('the files of an FsBlobStore', () => {
  it('are accessible to their owner only', async () => {
    const directory = await freshDirectory();
    const store = await openIn(join(directory, 'data'));
    await put(store, 'Key1');
    await store.stage(pieces(1), MEGABYTE);
    const modes = new Set<string>();
    for (const entry of await readdir(join(directory, 'data'), { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(join(entry.parentPath, entry.name));
      modes.add(`${entry.isDirectory() ? 'directory' : 'file'} ${(mode & 0o777).toString(8)}`);
    }
    expect([...modes].sort()).toEqual(['directory 700', 'file 600']);
  });

  it('are only those of its blobs, whatever happened to the others', async () => {
    const directory = await freshDirectory();
    const store = await openIn(directory);
    await put(store, 'Key1');
    await put(store, 'key1');
    await (await store.stage(pieces(3), MEGABYTE)).discard();
    await expect(store.stage(pieces(3), 1)).rejects.toThrow('larger than 1 byte');
    await expect(store.stage(stopping(), MEGABYTE)).rejects.toThrow('stopped');
    await expect(put(store, 'key1')).rejects.toThrow('already');
    await store.discardStagedBefore(Date.now() + 60_000);
    expect(await filesIn(directory)).toEqual(['blobs/=ke/=key1', 'blobs/ke/key1']);
    await store.move('key1', toQuarantine);
    await store.marker.claim('ours');
    await store.marker.replace('theirs');
    expect(await filesIn(directory)).toEqual(['blobs/=ke/=key1', 'installation.json', 'quarantine/ke/key1']);
    await store.area('quarantine').delete('key1');
    expect(await filesIn(directory)).toEqual(['blobs/=ke/=key1', 'installation.json']);
  });

  it('are found by the keys of their blobs', async () => {
    const directory = await freshDirectory();
    const store = await openIn(directory);
    await put(store, 'key1');
    const originals = store.area('originals');
    expect(originals.findPath('key1')).toBe(join(directory, 'blobs', 'ke', 'key1'));
    expect(originals.findPath('../key1')).toBeUndefined();
  });

  it('are one blob where a crash left it both in service and in quarantine', async () => {
    const directory = await freshDirectory();
    const store = await openIn(directory);
    const halfMoved = async (): Promise<void> => {
      await mkdir(join(directory, 'quarantine', 'ke'), { recursive: true });
      await link(join(directory, 'blobs', 'ke', 'key1'), join(directory, 'quarantine', 'ke', 'key1'));
    };
    await put(store, 'key1');
    await halfMoved();
    expect(await store.move('key1', { from: 'quarantine', to: 'originals' })).toBe(true);
    expect(await filesIn(directory)).toEqual(['blobs/ke/key1']);
    await halfMoved();
    await store.move('key1', toQuarantine);
    expect(await filesIn(directory)).toEqual(['quarantine/ke/key1']);
  });

  it('of uploads that a restart interrupted are all discarded', async () => {
    const directory = await freshDirectory();
    const store = await openIn(directory);
    await store.stage(pieces(1), MEGABYTE);
    await store.stage(pieces(2), MEGABYTE);
    const again = await openIn(directory);
    expect(await again.discardStagedBefore(Date.now() + 60_000)).toBe(2);
    expect(await filesIn(directory)).toEqual([]);
  });

  it('are closed however a reader or a writer ends', async () => {
    const store = await openIn(await freshDirectory());
    await put(store, 'large', 10);
    const before = await openFiles();
    for (let round = 0; round < 10; round += 1) {
      await store.area('originals').get('large');
      await (await store.area('originals').get('large'))[Symbol.asyncIterator]().return?.();
      for await (const piece of await store.area('originals').get('large')) if (piece.length > 0) break;
      await expect(store.stage(stopping(), MEGABYTE)).rejects.toThrow('stopped');
      await expect(store.area('originals').get('absent')).rejects.toThrow('Nothing');
      await (await store.stage(pieces(1), MEGABYTE)).discard();
    }
    await store.check();
    expect(await openFiles()).toBe(before);
  });

  it('are listed without foreign files among them', async () => {
    const directory = await freshDirectory();
    const store = await openIn(directory);
    await put(store, 'key1');
    await writeFile(join(directory, 'blobs', '.DS_Store'), '');
    await writeFile(join(directory, 'blobs', 'ke', '.DS_Store'), '');
    await mkdir(join(directory, 'blobs', 'lost+found'));
    expect((await store.area('originals').list(10, undefined)).map(({ key }) => key)).toEqual(['key1']);
  });
});

describe('a failing FsBlobStore', () => {
  const unavailable = { code: 'storage-unavailable', cause: expect.objectContaining({ code: 'ENOTDIR' }) };

  it('does not open where nothing can be stored', async () => {
    const directory = await freshDirectory();
    await writeFile(join(directory, 'occupied'), '');
    await expect(FsBlobStore.open({ directory: join(directory, 'occupied') })).rejects.toMatchObject(
      unavailable,
    );
  });

  it('is StorageUnavailable and not an absent blob', async () => {
    const directory = await freshDirectory();
    const store = await openIn(directory);
    for (const part of ['blobs', 'staging']) {
      await rm(join(directory, part), { recursive: true });
      await writeFile(join(directory, part), 'occupied');
    }
    await expect(store.check()).rejects.toMatchObject(unavailable);
    await expect(put(store, 'key')).rejects.toMatchObject(unavailable);
    await expect(store.area('originals').get('key')).rejects.toMatchObject(unavailable);
    await expect(store.area('originals').find('key')).rejects.toMatchObject(unavailable);
    await expect(store.area('originals').delete('key')).rejects.toMatchObject(unavailable);
    await expect(store.area('originals').list(1, undefined)).rejects.toMatchObject(unavailable);
    await expect(store.discardStagedBefore(0)).rejects.toMatchObject(unavailable);
  });

  it('recreates a directory that was deleted', async () => {
    const directory = await freshDirectory();
    const store = await openIn(directory);
    await put(store, 'key1');
    await rm(join(directory, 'blobs', 'ke'), { recursive: true });
    await expect(put(store, 'key2')).rejects.toMatchObject({ code: 'storage-unavailable' });
    await put(store, 'key3');
    expect(await store.area('originals').find('key3')).toMatchObject({ key: 'key3' });
  });
});

async function put(store: FsBlobStore, key: string, count = 1): Promise<void> {
  await (await store.stage(pieces(count), count * 100_000)).commit(aBlob(key));
}

async function* pieces(count: number): AsyncGenerator<Uint8Array> {
  for (let number = 0; number < count; number += 1) yield new Uint8Array(100_000);
}

async function* stopping(): AsyncGenerator<Uint8Array> {
  yield* pieces(2);
  throw new Error('stopped');
}

async function filesIn(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1)).sort();
}

async function openFiles(): Promise<number> {
  return (await readdir('/dev/fd')).length;
}
