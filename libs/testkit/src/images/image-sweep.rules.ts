import { assert } from '../assert.js';
import { addressOf, MOST_ORPHANS, type SweepOptions, type SweepReport } from '@cairn/images';
import { assertSame, gathered, inPieces, keysIn, put, toQuarantine } from '../blobs/blob-bytes.js';
import { aBlob, several } from '../builders.js';
import type { Contract } from '../contract.js';
import {
  anUpload,
  assertSameImage,
  assertStored,
  imageCatalog,
  type ImageCatalogPorts,
} from './image-catalog.js';
import { fixtures } from './image-fixtures.js';
import { sabotagedArea } from '../blobs/sabotaged-area.js';
import { sabotaged } from '../saboteurs.js';

const MINUTE_MS = 60_000;
const { bytes } = fixtures.jpeg;

const ORPHANS = ['0', 'Orphan', 'orphan', 'zzz'];

const EVERYTHING_IS_OLD: SweepOptions = { graceMs: -MINUTE_MS };

/** The report of a sweep with nothing to do. */
const IDLE: SweepReport = {
  outcome: 'completed',
  blobs: 0,
  orphans: 0,
  quarantined: 0,
  restored: 0,
  deleted: 0,
  stagedDiscarded: 0,
  missing: [],
};

/** What a sweep cleans up, keeps and reports. A negative age limit makes everything old enough. */
export const imageSweepRules = {
  'a sweep quarantines old blobs that no image needs, and no others': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const needed = await Promise.all(several(3, () => images.upload.execute(anUpload())));
    for (const key of ORPHANS) await put(ports.blobs, key, bytes);
    assert.deepEqual(await images.sweep.execute({ graceMs: MINUTE_MS }), { ...IDLE, blobs: 7 });
    assert.equal((await keysIn(ports.blobs.area('originals'))).length, 7);
    const report = await images.sweep.execute(EVERYTHING_IS_OLD);
    assert.deepEqual(report, { ...IDLE, blobs: 7, orphans: 4, quarantined: 4 });
    await assertStored(ports, 3);
    assert.deepEqual(await keysInQuarantine(ports), ORPHANS);
    for (const image of needed) {
      const served = await images.openFile.execute(addressOf(image));
      assertSame(await gathered(await served.read()), bytes);
    }
    assert.deepEqual(await images.sweep.execute(EVERYTHING_IS_OLD), { ...IDLE, blobs: 3 });
  },

  'a sweep deletes what was in quarantine for long enough and nobody needs, and nothing else': async ({
    open,
  }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const image = await images.upload.execute(anUpload());
    for (const key of ORPHANS) await put(ports.blobs, key, bytes);
    await images.sweep.execute(EVERYTHING_IS_OLD);
    // The state after a crash during a move by copy: the blob is both in quarantine and in service.
    const needed = image.file.blobKey;
    await ports.blobs.move(needed, toQuarantine);
    const stays = { ...IDLE, blobs: 1, orphans: 0 };
    const overtaken = {
      ...ports,
      blobs: sabotagedArea(ports.blobs, 'originals', () => ({
        find: async (key) => ({ key, storedAt: 0, sizeInBytes: 0 }),
      })),
    };
    const sweep = imageCatalog(overtaken).sweep;
    assert.equal((await sweep.execute({ graceMs: -MINUTE_MS, quarantineMs: MINUTE_MS })).deleted, 0);
    const report = await sweep.execute({ graceMs: -MINUTE_MS, quarantineMs: -MINUTE_MS });
    assert.deepEqual(report, { ...stays, blobs: 0, deleted: ORPHANS.length, restored: 1 });
    assert.deepEqual(await keysInQuarantine(ports), []);
    await assertStored(ports, 1);
  },

  'a sweep puts a quarantined blob back in service when an image needs it': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const image = await images.upload.execute(anUpload());
    // As a sweep with an outdated view of the catalog does.
    const older = sabotaged(ports.catalog, { listBlobs: async () => [], needsBlob: async () => false });
    const swept = await imageCatalog({ ...ports, catalog: older }).sweep.execute(EVERYTHING_IS_OLD);
    assert.equal(swept.quarantined, 1);
    assert.deepEqual(await images.sweep.execute(), { ...IDLE, restored: 1 });
    const served = await images.openFile.execute(addressOf(image));
    assertSame(await gathered(await served.read()), bytes);
    assert.deepEqual(await keysInQuarantine(ports), []);
  },

  'a sweep that finds implausibly many orphans removes nothing': async ({ open }) => {
    const ports = await open();
    const { sweep } = imageCatalog(ports);
    const { count } = MOST_ORPHANS;
    await Promise.all(several(count, (number) => put(ports.blobs, `orphan${number}`, bytes)));
    const at = { graceMs: -MINUTE_MS, quarantineMs: -MINUTE_MS };
    await put(ports.blobs, 'old', bytes);
    await ports.blobs.move('old', toQuarantine);
    await ports.blobs.stage(inPieces(bytes), bytes.length);
    await put(ports.blobs, 'oneMore', bytes);
    const refused = { ...IDLE, outcome: 'refused', blobs: count + 1, orphans: count + 1 };
    assert.deepEqual(await sweep.execute(at), refused);
    assert.deepEqual(await keysInQuarantine(ports), ['old']);
    assert.equal((await keysIn(ports.blobs.area('originals'))).length, count + 1);
    await ports.blobs.area('originals').delete('oneMore');
    const done = { ...IDLE, blobs: count, orphans: count, quarantined: count };
    assert.deepEqual(await sweep.execute(EVERYTHING_IS_OLD), { ...done, stagedDiscarded: 1 });
  },

  'many orphans are removed if a person confirms them': async ({ open }) => {
    const ports = await open();
    const many = MOST_ORPHANS.count + 1;
    await Promise.all(several(many, (number) => put(ports.blobs, `orphan${number}`, bytes)));
    const report = await imageCatalog(ports).sweep.execute({ ...EVERYTHING_IS_OLD, orphanLimit: 'any' });
    assert.deepEqual(report, { ...IDLE, blobs: many, orphans: many, quarantined: many });
  },

  'a sweep that is aborted ends before its next step': async ({ open }) => {
    const ports = await open();
    for (const key of ORPHANS) await put(ports.blobs, key, bytes);
    const signal = { aborted: false };
    const needsBlob = async (): Promise<boolean> => {
      signal.aborted = true;
      return false;
    };
    const watched = { ...ports, catalog: sabotaged(ports.catalog, { needsBlob }) };
    const report = await imageCatalog(watched).sweep.execute({ ...EVERYTHING_IS_OLD, signal });
    assert.deepEqual(report, { ...IDLE, outcome: 'aborted', blobs: 4, orphans: 4, quarantined: 1 });
    assert.equal((await keysIn(ports.blobs.area('originals'))).length, 3);
  },

  'a sweep discards old uploads that were never finished, and no others': async ({ open }) => {
    const ports = await open();
    const { sweep } = imageCatalog(ports);
    for (let count = 0; count < 3; count += 1) await ports.blobs.stage(inPieces(bytes), bytes.length);
    assert.equal((await sweep.execute({ graceMs: MINUTE_MS })).stagedDiscarded, 0);
    assert.equal((await sweep.execute(EVERYTHING_IS_OLD)).stagedDiscarded, 3);
    assert.equal((await sweep.execute(EVERYTHING_IS_OLD)).stagedDiscarded, 0);
  },

  'a sweep looks for orphans among originals alone, and discards old parts of uploads': async ({ open }) => {
    const ports = await open();
    const { sweep } = imageCatalog(ports);
    const { blobs } = ports;
    for (const area of ['derivatives', 'staged'] as const) await put(blobs, aBlob('key', area), bytes);
    assert.deepEqual(await sweep.execute({ graceMs: MINUTE_MS }), IDLE);
    const everything = { graceMs: -MINUTE_MS, quarantineMs: -MINUTE_MS };
    assert.deepEqual(await sweep.execute(everything), { ...IDLE, stagedDiscarded: 1 });
    assert.deepEqual(await keysIn(blobs.area('derivatives')), ['key']);
    assert.deepEqual(await keysIn(blobs.area('staged')), []);
  },

  'a sweep reports images whose bytes are gone and changes nothing about them': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const uploaded = await Promise.all(several(5, () => images.upload.execute(anUpload())));
    const lost = uploaded.slice(1, 3);
    for (const image of lost) await ports.blobs.area('originals').delete(image.file.blobKey);
    const { missing } = await images.sweep.execute(EVERYTHING_IS_OLD);
    const expected = lost.map(({ id, file }) => ({ blobKey: file.blobKey, imageId: id }));
    assert.deepEqual(
      missing,
      expected.sort((left, right) => (left.blobKey < right.blobKey ? -1 : 1)),
    );
    for (const image of uploaded) assertSameImage(await images.read.execute('alice', image.id), image);
    assert.equal((await images.readQuota.execute('alice')).imageCount, 5);
  },

  'a sweep checks the current state, not an outdated listing': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const [kept, deleted] = [
      await images.upload.execute(anUpload()),
      await images.upload.execute(anUpload()),
    ];
    await images.remove.execute('alice', deleted.id);
    const reference = { blobKey: deleted.file.blobKey, imageId: deleted.id };
    for (const overtaken of [
      { ...ports, catalog: sabotaged(ports.catalog, { listBlobs: async () => [] }) },
      {
        ...ports,
        catalog: sabotaged(ports.catalog, { listBlobs: async (_, after) => (after ? [] : [reference]) }),
      },
      { ...ports, blobs: sabotagedArea(ports.blobs, 'originals', () => ({ list: async () => [] })) },
    ]) {
      const report = await imageCatalog(overtaken).sweep.execute(EVERYTHING_IS_OLD);
      assert.deepEqual(report, { ...IDLE, blobs: report.blobs, orphans: report.orphans });
    }
    assertSameImage(await images.read.execute('alice', kept.id), kept);
    await assertStored(ports, 1);
  },

  'uploads and deletes in progress are left alone by a sweep, and are no loss to it': async ({ open }) => {
    const ports = await open();
    const images = imageCatalog(ports);
    const passing = await Promise.all(several(10, () => images.upload.execute(anUpload())));
    const [sweeps, uploads] = await Promise.all([
      Promise.all(several(5, () => images.sweep.execute({ graceMs: MINUTE_MS }))),
      Promise.allSettled(several(20, () => images.upload.execute(anUpload()))),
      Promise.all(passing.map((image) => images.remove.execute('alice', image.id))),
    ]);
    for (const report of sweeps) {
      assert.deepEqual(report, { ...IDLE, blobs: report.blobs });
    }
    assert.ok(uploads.every(({ status }) => status === 'fulfilled'));
    await assertStored(ports, 20);
  },
} satisfies Contract<ImageCatalogPorts>;

async function keysInQuarantine({ blobs }: ImageCatalogPorts): Promise<readonly string[]> {
  return await keysIn(blobs.area('quarantine'));
}
