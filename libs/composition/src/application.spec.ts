import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CreateAccount, type Caller } from '@cairn/access';
import { OpenFile, ReadImage, UploadImage, type SweepReport, type Upload } from '@cairn/images';
import { StorageUnavailable, type DomainEvent } from '@cairn/kernel';
import { fixtures, until } from '@cairn/testkit';
import { createApplication, type Application } from './application.js';
import type { ApplicationSettings } from './settings/application-settings.js';
import { RetryFailedWork } from './use-cases/retry-failed-work.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-composition-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const onDisk = (): ApplicationSettings => ({
  database: { kind: 'sqlite', file: join(folder, 'cairn.db') },
  blobs: { kind: 'fs', directory: join(folder, 'blobs') },
});
const inMemory: ApplicationSettings = { database: { kind: 'memory' }, blobs: { kind: 'memory' } };
const administrator: Caller = { accountId: 'root', keyId: 'key', scopes: ['admin'] };
const unheard = { jobFailed: () => undefined, consumerFailed: () => undefined };
const png = (): Upload => ({
  owner: 'me',
  bytes: Readable.from([fixtures.png.bytes]),
  details: async () => ({ name: 'a.png', path: 'x', tags: ['t'] }),
});

describe('createApplication', () => {
  it('on SQLite and disk keeps what was stored', async () => {
    const first = await createApplication(onDisk());
    const image = await first.get(UploadImage).execute(png());
    await first.close();
    const second = await createApplication(onDisk());
    expect(await second.get(ReadImage).execute('me', image.id)).toEqual(image);
    const pieces: Uint8Array[] = [];
    for await (const piece of await (await second.get(OpenFile).execute('x/a.png')).read())
      pieces.push(piece);
    expect(Buffer.concat(pieces)).toEqual(Buffer.from(fixtures.png.bytes));
    await second.close();
  });

  it.each([
    ['in memory', () => inMemory],
    ['on disk', onDisk],
  ])('asks a custom clock for the time of events %s', async (_, settings) => {
    const times: number[] = [];
    const handle = (event: DomainEvent): Promise<void> => Promise.resolve(void times.push(event.occurredAt));
    const application = await createApplication({
      ...settings(),
      clock: { now: () => 1_900_000_000_000 },
      consumers: [{ name: 'club', handle }],
    });
    await application.get(UploadImage).execute(png());
    await until('the event has come', () => times.length > 0);
    await application.close();
    expect(new Set(times)).toEqual(new Set([1_900_000_000_000]));
  });

  it('takes a custom clock, identifiers and limits', async () => {
    const application = await createApplication({
      ...inMemory,
      clock: { now: () => 42 },
      ids: { next: (length) => 'z'.repeat(length) },
      limits: { maxPixels: 1 },
    });
    await expect(application.get(UploadImage).execute(png())).rejects.toMatchObject({
      code: 'too-many-pixels',
    });
    expect(await application.get(CreateAccount).execute(administrator, { name: 'A' })).toMatchObject({
      id: 'z'.repeat(22),
      createdAt: 42,
    });
    await application.close();
  });

  it('runs nothing in the background where that is off, and lists what would run', async () => {
    const application = await createApplication({ ...inMemory, background: 'off' });
    const later = await createApplication(inMemory);
    const namesBegun = async (of: Application): Promise<readonly string[]> =>
      (await of.get(RetryFailedWork).list())
        .filter(({ startedAt }) => startedAt !== undefined)
        .map(({ name }) => name);
    await until('jobs run of one where it is on', async () => (await namesBegun(later)).length > 0);
    await later.close();
    const jobs = await application.get(RetryFailedWork).list();
    expect(jobs.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sweep-blobs', 'delete-removed-blobs']),
    );
    expect(await namesBegun(application)).toEqual([]);
    await application.close();
  });

  it('reports the health of its parts', async () => {
    const application = await createApplication(onDisk());
    expect(await application.health()).toEqual({ database: 'ok', blobs: 'ok' });
    await application.close();
    expect((await application.health()).database).toBe('unavailable');
    await application.close();
  });

  it('refuses a place where nothing can be stored', async () => {
    await writeFile(join(folder, 'blobs'), 'a file, not a folder');
    await expect(createApplication(onDisk())).rejects.toMatchObject({
      name: 'PartNotOpened',
      part: 'blobs',
      cause: expect.any(StorageUnavailable),
    });
  });

  it('refuses a database that another application has open, also in this process', async () => {
    const first = await createApplication(onDisk());
    await expect(createApplication(onDisk())).rejects.toMatchObject({
      part: 'database',
      message: expect.stringContaining(`in use: process ${process.pid}, which is this one,`),
    });
    expect(await first.health()).toEqual({ database: 'ok', blobs: 'ok' });
    await first.close();
    await (await createApplication(onDisk())).close();
  });

  it('sweeps at the start and reports images without bytes', async () => {
    const first = await createApplication(onDisk());
    const { id } = await first.get(UploadImage).execute(png());
    await first.close();
    await rm(join(folder, 'blobs', 'blobs'), { recursive: true });
    let told: (report: SweepReport) => void = () => undefined;
    const swept = new Promise<SweepReport>((resolve) => (told = resolve));
    const events = { ...unheard, swept: told };
    const second = await createApplication({ ...onDisk(), events });
    const report = await swept;
    await second.close();
    expect(report.missing).toEqual([expect.objectContaining({ imageId: id })]);
  });

  it('sweeps regularly', async () => {
    let sweeps = 0;
    const events = { ...unheard, swept: () => (sweeps += 1) };
    const application = await createApplication({ ...inMemory, events, sweep: { everyMs: 5, graceMs: 0 } });
    await until('it has swept three times', () => sweeps > 2);
    await application.close();
  });
});
