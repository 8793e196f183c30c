import { Readable } from 'node:stream';
import { BlobStore } from '@cairn/images/spi';
import { CopyImage, UploadImage, type Image } from '@cairn/images';
import { everyStore } from '@cairn/services';
import { photoJpeg } from '@cairn/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Application } from '../application.js';
import type { BackedUpStores } from '../backup/backups.js';
import { addSpace, BackupWorld, running, uploadSome } from '../backup/backups.spec.kit.js';
import { checkBlobs } from './check-blobs.js';
import { checkStores } from './check-stores.js';
import { checkupOf } from './checkup-of.js';

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** The same, if it is stored whole, with an edit list of the same length that tells one byte more at its end. */
function withOtherEdits<File extends Pick<Image['file'], 'whole'>>(file: File): File {
  const { whole } = file;
  const last = whole?.edits.at(-1);
  if (whole === undefined || last === undefined) return file;
  const moved = { ...last, start: last.start - 1, end: last.end - 1 };
  return { ...file, whole: { ...whole, edits: whole.edits.with(-1, moved) } };
}

describe.each(everyStore)('a check of $name', (environment) => {
  let world: BackupWorld;
  let stores: BackedUpStores;
  let images: readonly Image[];
  let application: Application;
  let blobs: BlobStore;

  const replace = async ({ file }: Image, text: string): Promise<void> => {
    await blobs.area('originals').delete(file.blobKey);
    const staged = await blobs.stage(bytesOf(text), 1_000_000);
    await staged.commit({ area: 'originals', key: file.blobKey, contentType: 'image/png' });
    await staged.discard();
  };

  beforeEach(async () => {
    world = await BackupWorld.open(environment);
    stores = await world.stores('first');
    application = await running(stores);
    images = await uploadSome(application);
    await addSpace(application);
    blobs = application.get(BlobStore);
  });

  afterEach(async () => {
    await application.close();
    await world.close();
  });

  it('finds nothing wrong beside a running application', async () => {
    expect(await checkStores(stores, { mode: 'read', bytes: 'read', graceMs: 0 })).toEqual({
      findings: [],
      blobs: 4,
    });
  });

  it('finds and repairs what blobs and images contradict, and keeps every record', async () => {
    const [missing, swapped, shorter, aside] = images;
    if (!missing || !swapped || !shorter || !aside) throw new Error('no images');
    await blobs.area('originals').delete(missing.file.blobKey);
    await replace(swapped, 'x'.repeat(swapped.file.sizeInBytes));
    await replace(shorter, 'short');
    await blobs.move(aside.file.blobKey, { from: 'originals', to: 'quarantine' });
    const staged = await blobs.stage(bytesOf('orphan'), 100);
    await staged.commit({ area: 'originals', key: 'orphan1', contentType: 'image/png' });
    const read = await checkStores(stores, { mode: 'read', bytes: 'read', graceMs: -60_000 });
    const facts = read.findings.map(({ check, subject, outcome }) => [check, subject, outcome]);
    expect(facts.toSorted()).toEqual(
      [
        ['blob', missing.id, 'left'],
        ['blob', swapped.id, 'left'],
        ['blob', shorter.id, 'left'],
        ['blob', aside.id, 'found'],
        ['orphan', 'orphan1', 'found'],
      ].toSorted(),
    );
    await application.close();
    const repaired = await checkStores(stores, { mode: 'repair', bytes: 'read', graceMs: -60_000 });
    const outcomes = repaired.findings.map(({ subject, outcome }) => [subject, outcome]);
    expect(outcomes).toContainEqual([aside.id, 'repaired']);
    expect(outcomes).toContainEqual(['orphan1', 'repaired']);
    const { findings } = await checkStores(stores, { mode: 'repair', bytes: 'read', graceMs: -60_000 });
    expect(findings.map(({ subject }) => subject).toSorted()).toEqual(
      [missing.id, swapped.id, shorter.id].toSorted(),
    );
    application = await running(stores);
    expect(await application.get(BlobStore).area('quarantine').find('orphan1')).toBeDefined();
  });

  it('reads what is served of a file that is stored whole, for each of its images', async () => {
    const bytes = photoJpeg();
    const image = await application.get(UploadImage).execute({
      owner: 'alice',
      bytes: Readable.from([bytes]),
      details: async () => ({ name: 'whole.jpg', metadata: 'hide' }),
    });
    await application.get(CopyImage).execute('alice', image.id, { path: 'copies' });
    const check = { mode: 'read', bytes: 'read', graceMs: 0 } as const;
    expect(await checkStores(stores, check)).toEqual({ findings: [], blobs: 5 });
    const database = await checkupOf(stores.database, 'read');
    try {
      const filesOf: typeof database.filesOf = async (key) => {
        const files = await database.filesOf(key);
        return files.map((file, index) => (index === 0 ? withOtherEdits(file) : file));
      };
      const { findings } = await checkBlobs({ ...check, database: { ...database, filesOf }, blobs });
      expect(findings).toMatchObject([{ check: 'blob', problem: expect.stringContaining('what is served') }]);
    } finally {
      await database.close();
    }
  });

  it('moves nothing where the stores do not belong together', async () => {
    const { blobs: others } = await world.stores('second');
    const check = checkStores({ ...stores, blobs: others }, { mode: 'read', bytes: 'count' });
    expect((await check).findings.map(({ check: name }) => name)).toEqual(['installation']);
  });
});
