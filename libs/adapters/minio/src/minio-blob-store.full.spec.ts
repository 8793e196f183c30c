import { createHash } from 'node:crypto';
import { readS3Address, S3Stub, type TestS3, testS3Servers } from '@cairn/services';
import { aBlob, blobStoreContract, verify, type Waivers } from '@cairn/testkit';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { Client } from 'minio';
import { MinioBlobStore } from './minio-blob-store.js';
import { PART_BYTES } from './staged-bytes.js';
import { clientOptions } from './bucket.js';
import { type S3Options, TIMING } from './bucket.js';

const MEGABYTE = 1_000_000;
const LIMIT = 40 * MEGABYTE;
const LATER_MS = 60_000;
/** On SeaweedFS those who write the same key wait for each other, a second at a time: ten may take over ten seconds. */
const PATIENT = { ...TIMING, callMs: 40_000 };

const checksFirst = 'JuiceFS checks If-None-Match before it writes, not as it does';

/** Rules that a server does not let the store keep. */
const waived: Readonly<Record<string, Waivers<typeof blobStoreContract>>> = {
  juicefs: {
    'a key is written once, however many commit under it at the same time': checksFirst,
    'of concurrent claims of the marker one succeeds, and all return it': checksFirst,
  },
};

const opened = new Map<MinioBlobStore, S3Options>();

async function openAt(options: S3Options): Promise<MinioBlobStore> {
  const store = await MinioBlobStore.open(options, PATIENT);
  opened.set(store, options);
  return store;
}

function optionsOf(store: MinioBlobStore): S3Options {
  const options = opened.get(store);
  if (options === undefined) throw new Error('Nobody opened this store.');
  return options;
}

async function fresh(server: TestS3): Promise<MinioBlobStore> {
  return openAt(readS3Address(await server.fresh()));
}

const stub = await S3Stub.start();
const servers: readonly TestS3[] = [stub, ...testS3Servers()];

afterEach(async () => {
  for (const store of opened.keys()) await store.close();
  opened.clear();
  for (const server of servers) await server.close();
});

afterAll(() => stub.stop());

for (const server of servers) {
  describe(`MinioBlobStore on ${server.name}`, () =>
    verify({
      contract: blobStoreContract,
      subject: {
        open: async () => fresh(server),
        reopen: async (store) => openAt(optionsOf(store)),
      },
      it,
      waivers: waived[server.name] ?? {},
    }));

  describe(`the objects of a MinioBlobStore on ${server.name}`, () => {
    it.each([0, 1, PART_BYTES - 1, PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES, 24 * MEGABYTE])(
      'hold a complete blob of %i bytes, and nothing else is left',
      async (size) => {
        const store = await fresh(server);
        const staged = await store.stage(pieces(size), size);
        expect(staged).toMatchObject({ sizeInBytes: size, sha256: await sha256(pieces(size)) });
        expect(await contentsOf(store)).toEqual({
          names: size > PART_BYTES ? [expect.stringMatching(/^staging\/\w+$/)] : [],
          uploads: [],
        });
        expect(await sha256(staged.read())).toBe(staged.sha256);
        await staged.commit({ ...aBlob('key'), contentType: 'image/webp' });
        expect(await contentsOf(store)).toEqual({ names: ['blobs/key'], uploads: [] });
        expect(await sha256(await store.area('originals').get('key'))).toBe(staged.sha256);
        const { bucket, client } = await accessTo(store);
        const { metaData } = await client.statObject(bucket, 'blobs/key');
        expect(metaData).toMatchObject({ 'content-type': 'image/webp' });
      },
    );

    it('return ranges that begin and end near the edges of parts and chunks', async () => {
      const store = await fresh(server);
      await put(store, 'key', 2 * PART_BYTES);
      const all = await gathered(pieces(2 * PART_BYTES));
      for (const edge of [1_048_576, PART_BYTES]) {
        const range = { start: edge - 1, end: edge + 2_097_152 };
        const read = await gathered(await store.area('originals').get('key', range));
        expect(read.equals(all.subarray(range.start, range.end + 1))).toBe(true);
      }
    });

    it.each([0, 1, PART_BYTES, PART_BYTES + 1, 11 * MEGABYTE])(
      'are absent when a source fails after %i bytes or at the limit',
      async (size) => {
        const store = await fresh(server);
        const failure = new Error('the client went away');
        await expect(store.stage(pieces(size, failure), LIMIT)).rejects.toBe(failure);
        await expect(store.stage(pieces(size + 1), size)).rejects.toMatchObject({ code: 'file-too-large' });
        expect(await contentsOf(store)).toEqual({ names: [], uploads: [] });
      },
    );

    it('of large bytes are gone when they are discarded, by whichever process', async () => {
      const store = await fresh(server);
      await (await store.stage(pieces(6 * MEGABYTE), LIMIT)).discard();
      expect(await contentsOf(store)).toEqual({ names: [], uploads: [] });
      const staged = await store.stage(pieces(6 * MEGABYTE), LIMIT);
      const other = await openAt(optionsOf(store));
      expect(await other.discardStagedBefore(Date.now() - LATER_MS)).toBe(0);
      expect(await other.discardStagedBefore(Date.now() + LATER_MS)).toBe(1);
      await expect(staged.commit(aBlob('key'))).rejects.toThrow('discarded already');
      await expect(gathered(staged.read())).rejects.toThrow('discarded already');
      expect(await contentsOf(store)).toEqual({ names: [], uploads: [] });
    });

    it('are not overwritten by large bytes either', async () => {
      const store = await fresh(server);
      await put(store, 'key', 10);
      const staged = await store.stage(pieces(6 * MEGABYTE), LIMIT);
      await expect(staged.commit(aBlob('key'))).rejects.toThrow('stored under this key already');
      expect((await gathered(await store.area('originals').get('key'))).length).toBe(10);
      await staged.commit(aBlob('key2'));
      await expect(staged.commit(aBlob('key3'))).rejects.toThrow('committed');
    });

    it('of uploads that a crash interrupted are found and counted once they are old', async () => {
      const store = await fresh(server);
      const { bucket, client } = await accessTo(store);
      await client.initiateNewMultipartUpload(bucket, 'staging/cut', {});
      await client.initiateNewMultipartUpload(bucket, 'other/upload', {});
      expect(await store.discardStagedBefore(Date.now() - LATER_MS)).toBe(0);
      expect(await store.discardStagedBefore(Date.now() + LATER_MS)).toBe(1);
      expect(await contentsOf(store)).toEqual({ names: [], uploads: ['other/upload'] });
    });

    it('of different prefixes are separate', async () => {
      const address = readS3Address(await server.fresh());
      const [one, two] = [await openAt({ ...address, prefix: 'a/b c-ü?#/' }), await openAt(address)];
      await put(one, 'small', 10);
      await put(one, 'large', 6 * MEGABYTE);
      await one.stage(pieces(6 * MEGABYTE), LIMIT);
      expect(await two.area('originals').list(10, undefined)).toEqual([]);
      expect(await two.discardStagedBefore(Date.now() + LATER_MS)).toBe(0);
      expect((await one.area('originals').list(10, 'large')).map(({ key }) => key)).toEqual(['small']);
      expect(await one.area('originals').find('large')).toEqual(
        (await one.area('originals').list(1, undefined))[0],
      );
      expect((await gathered(await one.area('originals').get('large'))).length).toBe(6 * MEGABYTE);
      expect(await one.discardStagedBefore(Date.now() + LATER_MS)).toBe(1);
    });

    it('are listed without foreign objects among them', async () => {
      const store = await fresh(server);
      const { bucket, client } = await accessTo(store);
      for (const name of ['blobs/.keep', 'blobs/a.png', 'blobs/b/c']) {
        await client.putObject(bucket, name, Buffer.from('x'), 1);
      }
      await put(store, 'key1', 10);
      await put(store, 'zzz', 10);
      expect((await store.area('originals').list(1, undefined)).map(({ key }) => key)).toEqual(['key1']);
      expect((await store.area('originals').list(9, 'key1')).map(({ key }) => key)).toEqual(['zzz']);
    });
  });
}

async function put(store: MinioBlobStore, key: string, size: number): Promise<void> {
  await (await store.stage(pieces(size), size)).commit(aBlob(key));
}

async function* pieces(size: number, failure?: Error): AsyncGenerator<Uint8Array> {
  const cycle = Buffer.from(Uint8Array.from({ length: 70_001 }, (_, index) => index % 251));
  for (let left = size; left > 0; left -= cycle.length) yield cycle.subarray(0, Math.min(left, cycle.length));
  if (failure) throw failure;
}

async function sha256(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytes) hash.update(piece);
  return hash.digest('hex');
}

async function gathered(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of bytes) all.push(Uint8Array.from(piece));
  return Buffer.concat(all);
}

async function accessTo(
  store: MinioBlobStore,
): Promise<{ readonly bucket: string; readonly client: Client }> {
  const options = optionsOf(store);
  return { bucket: options.bucket, client: new Client(await clientOptions(options)) };
}

async function contentsOf(store: MinioBlobStore): Promise<{ names: string[]; uploads: string[] }> {
  const { bucket, client } = await accessTo(store);
  const { objects } = await client.listObjectsV2Query(bucket, '', '', '', 100, '');
  const { uploads } = await client.listIncompleteUploadsQuery(bucket, '', '', '', '');
  return { names: objects.map(({ name = '' }) => name), uploads: uploads.map(({ key }) => key) };
}
