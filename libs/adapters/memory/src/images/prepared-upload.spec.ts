import {
  addressOf,
  CatalogRules,
  DiscardPrepared,
  OpenFile,
  PrepareUpload,
  QuotaExceeded,
  RecordUpload,
  UploadExpired,
  UploadImage,
  type CatalogLimits,
} from '@cairn/images';
import { anUpload, assertStored, sabotaged, sabotagedArea } from '@cairn/testkit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ManualClock } from '../kernel/manual-clock.js';
import { openImageCatalog } from './image-catalog.spec.kit.js';
import { MemoryPreparedUploadRepository } from './memory-prepared-upload-repository.js';

const HOUR_MS = 3_600_000;

async function opened(limits: Partial<CatalogLimits> = {}) {
  const clock = new ManualClock();
  const all = {
    ...(await openImageCatalog()),
    clock,
    prepared: new MemoryPreparedUploadRepository(),
    rules: new CatalogRules(limits),
  };
  return {
    ...all,
    prepare: new PrepareUpload(all),
    record: new RecordUpload(all),
    discard: new DiscardPrepared(all),
    upload: new UploadImage(all),
    openFile: new OpenFile(all),
    reserved: async () => (await all.byteQuotas.usage('alice', clock.now())).reserved,
    /** The blobs that no image needs. */
    orphans: async () => {
      const blobs = await all.blobs.area('originals').list(100, undefined);
      const needed = await Promise.all(blobs.map(async ({ key }) => await all.catalog.needsBlob(key)));
      return needed.filter((isNeeded) => !isNeeded).length;
    },
  };
}

describe('an upload that is prepared for a transaction', () => {
  let stores: Awaited<ReturnType<typeof opened>>;
  beforeEach(async () => {
    stores = await opened({ byteQuota: 1_000_000 });
  });

  it('is in no listing until it is recorded, and then is an image as any other', async () => {
    const prepared = await stores.prepare.execute(anUpload());
    expect((await stores.catalog.usage('alice')).imageCount).toBe(0);
    expect(await stores.reserved()).toBe(prepared.image.file.sizeInBytes);
    const image = await stores.record.execute(structuredClone(prepared));
    expect(image).toEqual(prepared.image);
    expect((await stores.openFile.execute(addressOf(image))).file.imageId).toBe(image.id);
    expect([await stores.reserved(), (await stores.catalog.usage('alice')).imageCount]).toEqual([0, 1]);
    await assertStored(stores, 1);
  });

  it('is recorded once, under a name that is free', async () => {
    await stores.upload.execute(anUpload());
    const prepared = await stores.prepare.execute(anUpload({ owner: 'bob' }));
    const image = await stores.record.execute(prepared);
    expect(image.fileName).toMatch(/^photo-\w{8}\.jpg$/);
    expect(await stores.record.execute(prepared)).toEqual(image);
    await assertStored(stores, 2);
  });

  it('leaves nothing when it is discarded, and cannot be recorded then', async () => {
    const prepared = await stores.prepare.execute(anUpload());
    await stores.discard.execute(prepared);
    await stores.discard.execute(prepared);
    await assertStored(stores, 0);
    expect(await stores.reserved()).toBe(0);
    await expect(stores.record.execute(prepared)).rejects.toThrow(UploadExpired);
    await assertStored(stores, 0);
  });

  it('is not discarded once it is recorded', async () => {
    const prepared = await stores.prepare.execute(anUpload());
    await stores.record.execute(prepared);
    await stores.discard.execute(prepared);
    await assertStored(stores, 1);
  });

  it('is discarded after an hour without a record, however many there are', async () => {
    const recorded = await stores.prepare.execute(anUpload());
    for (let count = 0; count < 101; count += 1) await stores.prepare.execute(anUpload());
    await stores.record.execute(recorded);
    expect(await stores.discard.expire()).toBe(0);
    stores.clock.advance(HOUR_MS + 1);
    const recent = await stores.prepare.execute(anUpload());
    expect(await stores.discard.expire()).toBe(101);
    expect(await stores.orphans()).toBe(1);
    await stores.record.execute(recent);
    await assertStored(stores, 2);
  });

  it('whose bytes could not be deleted is tried again by the next sweep', async () => {
    const prepared = await stores.prepare.execute(anUpload());
    const failing = sabotaged(stores.prepared, { remove: async () => await Promise.reject(new Error('no')) });
    await expect(new DiscardPrepared({ ...stores, prepared: failing }).execute(prepared)).rejects.toThrow(
      'no',
    );
    expect(await stores.discard.expire()).toBe(1);
    expect(await stores.prepared.list({ before: Infinity, limit: 9 })).toEqual([]);
  });

  it('does not keep others from being discarded, if its bytes cannot be deleted', async () => {
    const [first, second] = [
      await stores.prepare.execute(anUpload()),
      await stores.prepare.execute(anUpload()),
    ];
    const stuck = first.image.file.blobKey;
    const blobs = sabotagedArea(stores.blobs, 'originals', (area) => ({
      delete: async (key) => await (key === stuck ? Promise.reject(new Error('no')) : area.delete(key)),
    }));
    const discard = new DiscardPrepared({ ...stores, blobs });
    stores.clock.advance(HOUR_MS + 1);
    expect([await discard.expire(), await stores.orphans()]).toEqual([1, 1]);
    await expect(stores.record.execute(second)).rejects.toThrow(UploadExpired);
    expect([await stores.discard.expire(), await stores.orphans()]).toEqual([1, 0]);
  });

  it('that the catalog refuses can be recorded when there is room, or be discarded', async () => {
    const full = await opened({ imageQuota: 1 });
    const [one, other] = [await full.prepare.execute(anUpload()), await full.prepare.execute(anUpload())];
    const image = await full.record.execute(one);
    await expect(full.record.execute(other)).rejects.toThrow(QuotaExceeded);
    await full.catalog.remove('alice', image.id);
    await full.record.execute(other);
    const third = full.prepare.execute(anUpload());
    await expect(third).rejects.toThrow(QuotaExceeded);
    expect(await full.orphans()).toBe(1); // that of the image that was removed from the catalog alone
  });

  it('of bytes that are there is the image that is there, and leaves its own bytes to be discarded', async () => {
    const reusing = (tags: readonly string[]) =>
      anUpload({ details: { path: 'a', existing: 'reuse', tags } });
    const first = await stores.upload.execute(reusing(['sea']));
    const prepared = await stores.prepare.execute(reusing(['lake']));
    const image = await stores.record.execute(structuredClone(prepared));
    expect([image.id, image.tags]).toEqual([first.id, ['sea', 'lake']]);
    expect((await stores.record.execute(prepared)).id).toBe(first.id);
    expect(await stores.orphans()).toBe(1);
    await stores.discard.execute(prepared);
    expect(await stores.reserved()).toBe(0);
    await assertStored(stores, 1);
    await expect(stores.record.execute(prepared)).rejects.toThrow(UploadExpired);
  });

  it('of bytes that are there is discarded by the sweep, if by nobody else', async () => {
    const details = { path: 'a', existing: 'reuse' };
    await stores.upload.execute(anUpload({ details }));
    await stores.record.execute(await stores.prepare.execute(anUpload({ details })));
    stores.clock.advance(HOUR_MS + 1);
    expect(await stores.discard.expire()).toBe(1);
    await assertStored(stores, 1);
  });

  it('is one image with others of the same bytes that are recorded at once', async () => {
    const details = { path: 'a', existing: 'reuse' };
    const sent = Array.from({ length: 5 }, () => stores.prepare.execute(anUpload({ details })));
    const prepared = await Promise.all(sent);
    const images = await Promise.all(prepared.map((one) => stores.record.execute(one)));
    expect(new Set(images.map(({ id }) => id)).size).toBe(1);
    for (const one of prepared) await stores.discard.execute(one);
    await assertStored(stores, 1);
  });

  it('with invalid details leaves nothing', async () => {
    await expect(
      stores.prepare.execute(anUpload({ details: { tags: ['x'.repeat(1_000)] } })),
    ).rejects.toThrow();
    expect(await stores.prepared.list({ before: Infinity, limit: 9 })).toEqual([]);
    expect(await stores.reserved()).toBe(0);
    await assertStored(stores, 0);
  });
});
