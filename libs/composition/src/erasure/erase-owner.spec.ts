import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MemoryBlobStore } from '@cairn/adapter-memory';
import { ListImages, RunUserJobs } from '@cairn/images';
import { BlobStore } from '@cairn/images/spi';
import { OwnerTraces, StorageUnavailable, UserJobRepository, type Erased } from '@cairn/kernel';
import { environmentOf, everyStore } from '@cairn/services';
import { erasedOf, sabotaged } from '@cairn/testkit';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Application } from '../application.js';
import { memoryRepositories } from '../adapters/memory-repositories.js';
import { EraseOwner, Erasures } from './erase-owner.js';
import { ERASURES } from './erasure.js';
import { OwnerErasure } from './owner-erasure.js';
import { ended, fill, newStores, portsOf, upload, type Stores } from './erasure.spec.kit.js';

/** Occurs nowhere else, so that it can be looked for in files. */
const OWNER = 'erased-owner-7f3a';

let stores: Stores | undefined;

afterEach(async () => {
  await stores?.leave();
  stores = undefined;
});

/** Applications on the same stores in memory, at a time that passes at will. */
function restarting(at: Stores) {
  const repositories = memoryRepositories();
  const store = new MemoryBlobStore({ now: () => Date.now() });
  let passedMs = 0;
  let application: Application | undefined;
  return {
    pass: (ms: number): void => void (passedMs += ms),
    restart: async (background?: 'off'): Promise<Application> => {
      await application?.close();
      application = await at.open({
        database: { kind: 'custom', repositories },
        blobs: { kind: 'custom', store },
        clock: { now: () => Date.now() + passedMs },
        ...(background && { background }),
      });
      return application;
    },
  };
}

/** Lets a run claim a job, and end before its second step. */
function afterOneStep(): { readonly aborted: boolean } {
  let looks = 0;
  return {
    get aborted() {
      looks += 1;
      return looks > 1;
    },
  };
}

/** The tables that have the text in a row. */
function tablesWith(text: string, file: string): readonly string[] {
  const database = new DatabaseSync(file);
  const columns = database
    .prepare(
      `SELECT m.name || '.' || c.name AS name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
        WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY m.name`,
    )
    .all()
    .map(({ name }) => String(name).split('.'));
  const found = columns.filter(
    ([table = '', column = '']) =>
      database.prepare(`SELECT 1 FROM "${table}" WHERE instr("${column}", ?) > 0`).get(text) !== undefined,
  );
  database.close();
  return [...new Set(found.map(([table = '']) => table))];
}

/** Without deliveries: those of others are queued meanwhile. */
async function counted(application: Application, owner: string) {
  const { deliveries: _, ...counts } = await application.get(OwnerTraces).count(erasedOf(owner));
  return counts;
}

const blobOf = async (application: Application, blobKey: string) =>
  await application.get(BlobStore).area('originals').find(blobKey);

describe.each(everyStore)('on $name', (environment) => {
  it('everything of an owner is erased with its bytes, and nothing of others', async () => {
    stores = await newStores(environment);
    const application = await stores.open();
    const image = await fill(application, OWNER);
    const other = await fill(application, 'bob');
    const before = await counted(application, 'bob');
    const begun = await application.get(EraseOwner).execute(OWNER, { addresses: 'digests' });
    expect(begun).toMatchObject({ owner: OWNER, erased: {}, unfinished: [] });
    const { state, erased, unfinished, error } = await ended(application, begun);
    expect([state, unfinished, error]).toEqual(['succeeded', [], undefined]);
    expect(erased).toMatchObject({
      accounts: 1,
      users: 1,
      keys: 1,
      links: 1,
      grants: 1,
      webhooks: 1,
      jobs: 1,
      auditEntries: 1,
      preparedUploads: 1,
      images: 2,
      albums: 1,
      trash: 1,
      contributions: 1,
      guests: 1,
      spaces: 2,
      features: 2,
      addresses: 3,
      bytes: image.file.sizeInBytes + 3 * 12_345,
    });
    expect(await application.get(OwnerTraces).count(erasedOf(OWNER))).toEqual({});
    // The look of an image is indexed in the background.
    const { imageIndex: _, ...after } = await counted(application, 'bob');
    expect({ ...after, imageIndex: before['imageIndex'] }).toEqual(before);
    expect(await blobOf(application, image.file.blobKey)).toBeUndefined();
    expect(await blobOf(application, other.file.blobKey)).toBeDefined();
    expect((await application.get(Erasures).list({ limit: 9 })).items).toEqual([
      await application.get(Erasures).get(begun.id),
    ]);
  });
});

describe('an erasure', () => {
  it('leaves the name in no row but in its own record and in events, which go by themselves', async () => {
    stores = await newStores(environmentOf('SQLite + disk'));
    const application = await stores.open();
    await fill(application, OWNER);
    await ended(application, await application.get(EraseOwner).execute(OWNER, { addresses: 'digests' }));
    await application.close();
    expect(tablesWith(OWNER, join(stores.folder, 'cairn.db'))).toEqual(['outbox_event', 'user_job']);
    const names = await readdir(join(stores.folder, 'blobs'), { recursive: true });
    expect(names.filter((name) => name.includes(OWNER))).toEqual([]);
  });

  it('goes on where it was however often its process ends, whether or not a step was stored', async () => {
    stores = await newStores(environmentOf('memory'));
    const { restart, pass } = restarting(stores);
    let application = await restart('off');
    await fill(application, OWNER);
    const { id } = await application.get(EraseOwner).execute(OWNER, { addresses: 'forget' });
    const positions = new Set<string>();
    const position = async () => (await application.get(UserJobRepository).get(ERASURES, id)).position;
    // Then it waits for work in the background.
    for (let now = ''; !now.includes('"phase":10'); now = await position()) {
      positions.add(now);
      const run = application.get(RunUserJobs);
      const jobs = application.get(UserJobRepository);
      const advance = () => Promise.reject(new Error('The process has ended.'));
      Object.assign(run['ports'], { jobs: sabotaged(jobs, { advance }) });
      await expect(run.execute({ signal: { aborted: false } })).rejects.toThrow('The process has ended.');
      pass(60_000); // nobody holds the job any more
      application = await restart('off');
      await application.get(RunUserJobs).execute({ signal: afterOneStep() });
      application = await restart('off');
    }
    expect(positions.size).toBe(10);
    application = await restart();
    const { state } = await ended(application, await application.get(Erasures).get(id));
    expect(state).toBe('succeeded');
    expect(await counted(application, OWNER)).toEqual({});
  });

  it('erases in a further pass what came in meanwhile', async () => {
    stores = await newStores(environmentOf('memory'));
    const application = await stores.open();
    await fill(application, OWNER);
    const traces = application.get(OwnerTraces);
    const count = traces.count.bind(traces);
    let isLate = true;
    Object.assign(traces, {
      count: async (erased: Erased) => {
        if (isLate) await upload(application, OWNER, 'late.png');
        isLate = false;
        return await count(erased);
      },
    });
    const record = await application.get(EraseOwner).execute(OWNER, { addresses: 'forget' });
    const { state, erased } = await ended(application, record);
    expect([state, erased.images]).toEqual(['succeeded', 3]);
    expect((await application.get(ListImages).execute(OWNER, {}, { limit: 9 })).images).toEqual([]);
  });

  it('fails in the end if something comes in each time', async () => {
    stores = await newStores(environmentOf('memory'));
    const application = await stores.open({ background: 'off' });
    await upload(application, OWNER, 'again.png');
    const { id } = await application.get(EraseOwner).execute(OWNER, { addresses: 'forget' });
    const job = await application.get(UserJobRepository).get(ERASURES, id);
    const step = (passes: number) =>
      application
        .get(OwnerErasure)
        .step({ ...job, position: JSON.stringify({ phase: 99, passes }) }, { consumers: [] });
    expect((await step(9)).position).toBe('{"phase":0,"passes":10}');
    await expect(step(10)).rejects.toMatchObject({ code: 'owner-still-writes' });
  });

  it('only waits while a store is away', async () => {
    stores = await newStores(environmentOf('memory'));
    const application = await stores.open({ background: 'off' });
    const { id } = await application.get(EraseOwner).execute(OWNER, { addresses: 'forget' });
    const job = await application.get(UserJobRepository).get(ERASURES, id);
    const erasure = application.get(OwnerErasure);
    const erase = () => Promise.reject(new StorageUnavailable('It restarts.'));
    Object.assign(erasure['ports'], { traces: sabotaged(application.get(OwnerTraces), { erase }) });
    const { isOver, waitMs = 0, position } = await erasure.step(job, { consumers: [] });
    expect([isOver, waitMs > 0, position]).toEqual([false, true, job.position]);
  });

  it('is refused for the last who administers, and of an owner without a name', async () => {
    stores = await newStores(environmentOf('memory'));
    const application = await stores.open();
    await fill(application, OWNER);
    const erase = application.get(EraseOwner);
    await portsOf(application).users.remove('admin', Date.now());
    await expect(erase.execute(OWNER, { addresses: 'forget' })).rejects.toMatchObject({ code: 'last-owner' });
    await expect(erase.execute('', { addresses: 'forget' })).rejects.toMatchObject({ code: 'invalid-input' });
    expect((await application.get(Erasures).list({ limit: 9 })).items).toEqual([]);
  });

  it('is the same for the same id, and one of somebody unknown succeeds', async () => {
    stores = await newStores(environmentOf('memory'));
    const application = await stores.open();
    const erase = application.get(EraseOwner);
    const asked = { addresses: 'forget', user: 'host-user', jobId: 'leaves' } as const;
    const [one, other] = [await erase.execute(OWNER, asked), await erase.execute(OWNER, asked)];
    expect([one.id, other.id]).toEqual(['leaves', 'leaves']);
    expect(await ended(application, one)).toMatchObject({ state: 'succeeded', erased: {} });
  });
});
