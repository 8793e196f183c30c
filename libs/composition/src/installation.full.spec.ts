import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OpenFile, StoreMismatch, SweepBlobs, UploadImage, type SweepReport } from '@cairn/images';
import { BlobStore } from '@cairn/images/spi';
import { fixtures } from '@cairn/testkit';
import { openAdoption } from './adoption.js';
import { createApplication, type Application } from './application.js';
import type { ApplicationSettings } from './settings/application-settings.js';

const ADDRESS = 'x/a.png';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-installation-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const over = (database: string, blobs = 'blobs'): ApplicationSettings => ({
  database: database === 'memory' ? { kind: 'memory' } : { kind: 'sqlite', file: join(folder, database) },
  blobs: blobs === 'memory' ? { kind: 'memory' } : { kind: 'fs', directory: join(folder, blobs) },
  sweep: 'never',
});

async function using<T>(
  settings: ApplicationSettings,
  use: (application: Application) => Promise<T>,
): Promise<T> {
  const application = await createApplication(settings);
  return await use(application).finally(() => application.close());
}

async function uploadTo(application: Application): Promise<void> {
  await application.get(UploadImage).execute({
    owner: 'me',
    bytes: Readable.from([fixtures.png.bytes]),
    details: async () => ({ name: 'a.png', path: 'x' }),
  });
}

async function servedBy(application: Application): Promise<Buffer> {
  const file = await application.get(OpenFile).execute(ADDRESS);
  const pieces: Uint8Array[] = [];
  for await (const piece of await file.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}

const upload = (settings: ApplicationSettings): Promise<void> => using(settings, uploadTo);
const served = (settings: ApplicationSettings): Promise<Buffer> => using(settings, servedBy);

/** The state of a data folder from before installations existed. */
const forgetInstallation = (blobs = 'blobs'): Promise<void> => rm(join(folder, blobs, 'installation.json'));

const filesIn = async (path: string): Promise<readonly string[]> =>
  (await readdir(join(folder, path), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

describe('an application', () => {
  it('refuses a blob store with images under a database in memory, reports what it found, and changes nothing', async () => {
    await upload(over('cairn.db'));
    const before = await filesIn('blobs');
    const refusal: unknown = await createApplication(over('memory')).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StoreMismatch);
    expect(refusal).toMatchObject({
      facts: {
        database: { installation: undefined, images: 0 },
        store: { installation: expect.stringMatching(/^[0-9A-Za-z]{22}$/), blobs: 1, quarantined: 0 },
      },
      message: expect.stringMatching(
        /belongs to no installation and has no images.* has 1 blob, none in quarantine/,
      ),
    });
    expect(await filesIn('blobs')).toEqual(before);
    expect(await served(over('cairn.db'))).toEqual(Buffer.from(fixtures.png.bytes));
  });

  it('accepts a blob store without a marker if it has the blobs of its images, and no other', async () => {
    await upload(over('cairn.db'));
    await forgetInstallation();
    expect(await served(over('cairn.db'))).toEqual(Buffer.from(fixtures.png.bytes));
    await upload(over('other.db', 'other'));
    await forgetInstallation('other');
    await expect(createApplication(over('cairn.db', 'other'))).rejects.toBeInstanceOf(StoreMismatch);
  });

  it('does not sweep a store that another one adopted', async () => {
    await upload(over('cairn.db'));
    let swept: () => void = () => undefined;
    let failed: (error: unknown) => void = () => undefined;
    const firstSweep = new Promise<void>((resolve) => (swept = resolve));
    const failure = new Promise<unknown>((resolve) => (failed = resolve));
    const events = {
      swept: () => swept(),
      jobFailed: (_: string, error: unknown) => failed(error),
      consumerFailed: () => undefined,
    };
    await using({ ...over('cairn.db'), sweep: { everyMs: 5 }, events }, async () => {
      await firstSweep;
      const adoption = await openAdoption(over('memory'));
      await adoption.adopt().finally(() => adoption.close());
      expect(await failure).toBeInstanceOf(StoreMismatch);
    });
  });
});

describe('adoption', () => {
  it('with the wrong database loses nothing: each adopts the store again, and serves what it had', async () => {
    const adopt = async (database: string): Promise<void> => {
      const adoption = await openAdoption(over(database));
      await adoption.adopt().finally(() => adoption.close());
    };
    const sweep = (application: Application): Promise<SweepReport> =>
      application.get(SweepBlobs).execute({ graceMs: -60_000 });
    await upload(over('cairn.db'));
    await adopt('wrong.db');
    await using(over('wrong.db'), async (application) => {
      await uploadTo(application);
      expect(await sweep(application)).toMatchObject({ quarantined: 1, restored: 0, deleted: 0 });
      expect(await application.get(BlobStore).area('originals').list(10, undefined)).toHaveLength(1);
    });
    for (const database of ['cairn.db', 'wrong.db']) {
      await adopt(database);
      await using(over(database), async (application) => {
        const report = { quarantined: 1, restored: 1, deleted: 0, missing: [] };
        expect(await sweep(application)).toMatchObject(report);
        expect(await servedBy(application)).toEqual(Buffer.from(fixtures.png.bytes));
      });
    }
  });
});
