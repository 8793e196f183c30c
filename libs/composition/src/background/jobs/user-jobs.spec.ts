import {
  ChangeMatchingImages,
  ImportImages,
  ListImages,
  RunUserJobs,
  UploadImage,
  UserJobs,
  BULK_JOB,
} from '@cairn/images';
import { Outbox, OutgoingHttpFailed, Trash, UserJobRepository, type UserJob } from '@cairn/kernel';
import { fixtures, later, until } from '@cairn/testkit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createApplication, type Application } from '../../application.js';
import type { ApplicationSettings } from '../../settings/application-settings.js';

const settings: ApplicationSettings = {
  database: { kind: 'memory' },
  blobs: { kind: 'memory' },
  images: { kind: 'memory' },
};
const opened: Application[] = [];

async function open(images: number): Promise<Application> {
  const application = await createApplication(settings);
  opened.push(application);
  const upload = application.get(UploadImage);
  for (let number = 0; number < images; number += 1)
    await upload.execute({
      owner: 'alice',
      bytes: (async function* () {
        yield fixtures.png.bytes;
      })(),
      details: async () => ({ name: `${number}.png`, path: 'many', tags: ['old'] }),
    });
  return application;
}

async function ended(application: Application, { id }: UserJob): Promise<UserJob> {
  const job = (): Promise<UserJob> => application.get(UserJobs).get('alice', BULK_JOB, id);
  await until('the job ends', async () => (await job()).endedAt !== undefined);
  return await job();
}

const tagged = async (application: Application, tag: string): Promise<number> =>
  (await application.get(ListImages).execute('alice', { tags: [tag] }, { limit: 1_000 })).images.length;

afterEach(async () => {
  for (const application of opened.splice(0)) await application.close();
});

const retag = { kind: 'tags', add: ['new'], remove: ['old'] } as const;
const filter = { tags: ['old'] };

describe('a change of all images that a filter finds', () => {
  it('is done at once where they are few', async () => {
    const application = await open(3);
    const made = await application.get(ChangeMatchingImages).execute('alice', { filter, change: retag });
    expect('changed' in made && made.changed).toHaveLength(3);
    expect([await tagged(application, 'new'), await tagged(application, 'old')]).toEqual([3, 0]);
  });

  // 1,001 uploads: fewer are changed at once.
  it('is a job where they are more than 1,000, which changes each, tells of its end, and deletes all as one deletion', async () => {
    const application = await open(1_001);
    const made = await application.get(ChangeMatchingImages).execute('alice', { filter, change: retag });
    if (!('job' in made)) throw new Error('There is no job.');
    const { state, done, result } = await ended(application, made.job);
    expect([state, done, result]).toEqual(['succeeded', 1_001, '{"changed":1001}']);
    expect(await tagged(application, 'old')).toBe(0);
    const events = await application.get(Outbox).list(0, 10_000);
    const last = events.at(-1)?.event;
    expect(last).toMatchObject({
      type: 'job-succeeded',
      aggregateId: made.job.id,
      payload: { owner: 'alice' },
    });

    // The same images, as more than a step changes are needed here, too.
    const change = { kind: 'delete', deletedBy: 'user:ann' } as const;
    const emptied = await application
      .get(ChangeMatchingImages)
      .execute('alice', { filter: { from: 0 }, change });
    if (!('job' in emptied)) throw new Error('There is no job.');
    await ended(application, emptied.job);
    const deletion = { deletion: emptied.job.id, deletedBy: 'user:ann' };
    const trash = application.get(Trash);
    const first = await trash.list('alice', deletion, { limit: 1_000 });
    const rest = await trash.list('alice', deletion, { limit: 1_000, after: first.next });
    expect(first.items.length + rest.items.length).toBe(1_001);
  });

  it.each([
    {},
    { path: '/' },
    { path: '', depth: 'tree' },
    { text: ' ' },
    { path: '/', tags: [' '] },
    { tags: [''] },
  ] as const)('is no deletion by %j, which leaves nothing out', async (everything) => {
    const application = await open(1);
    const change = { kind: 'delete', deletedBy: 'user:ann' } as const;
    const deleting = application.get(ChangeMatchingImages).execute('alice', { filter: everything, change });
    await expect(deleting).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await tagged(application, 'old')).toBe(1);
  });

  it('that cannot be made fails its job, which says why', async () => {
    const application = await open(1);
    const full = Array.from({ length: 50 }, (_, index) => `t${index}`);
    const change = { kind: 'tags', add: full, remove: [] } as const;
    const made = await application
      .get(ChangeMatchingImages)
      .execute('alice', { filter, change, inJob: 'always' });
    if (!('job' in made)) throw new Error('There is no job.');
    const { state, error } = await ended(application, made.job);
    expect([state, error?.code]).toEqual(['failed', 'invalid-input']);
  });
});

describe('jobs of several accounts', () => {
  /** Import jobs whose addresses are answered when the gate opens. */
  async function openGated(given: Pick<ApplicationSettings, 'background'> = {}) {
    const asked: string[] = [];
    let passedMs = 0;
    let goOn: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const request = async ({ url }: { readonly url: string }): Promise<never> => {
      asked.push(new URL(url).hostname);
      await gate;
      throw new OutgoingHttpFailed('address-not-allowed', 'Nobody is asked.');
    };
    const application = await createApplication({
      ...settings,
      ...given,
      clock: { now: () => Date.now() + passedMs },
      outgoing: { kind: 'custom', http: { request, check: () => undefined } },
    });
    opened.push(application);
    return {
      application,
      asked,
      add: (owner: string) =>
        application.get(ImportImages).execute(owner, {
          addresses: ['1', '2', '3'].map((path) => `https://${owner}.example/${path}`),
          details: {},
        }),
      asksFor: (count: number): Promise<void> =>
        until(`${count} addresses are asked for`, () => asked.length >= count),
      pass: (aheadMs: number): void => void (passedMs = aheadMs),
      goOn: (): void => goOn(),
    };
  }

  it('are at once half at most of one account, and others do not wait for those whose servers are slow', async () => {
    const { add, asked, asksFor, pass, goOn } = await openGated();
    for (let count = 0; count < 4; count += 1) await add('alice');
    await asksFor(2);
    for (let count = 0; count < 2; count += 1) await add('bob');
    await asksFor(4);
    await add('carol');
    pass(5_000);
    await asksFor(5);
    expect(asked.map((host) => host[0]).join('')).toBe('aabbc');
    goOn();
  });

  it('do not wait for one that came alone and takes long, however long a claim takes', async () => {
    const { application, add, asked, asksFor, goOn } = await openGated({ background: 'off' });
    const jobs = application.get(UserJobRepository);
    const run = application.get(RunUserJobs);
    const claim: typeof jobs.claim = async (request) => {
      const job = await jobs.claim(request);
      if (job !== undefined) for (let turn = 0; turn < 10; turn += 1) await later();
      return job;
    };
    const slow: object = Object.create(jobs, { claim: { value: claim } }) as object; // with all that `jobs` has
    Object.assign(run['ports'], { jobs: slow });
    await add('alice');
    const running = run.execute({ signal: { aborted: false } });
    await asksFor(1);
    await add('bob');
    await asksFor(2);
    expect(asked).toEqual(['alice.example', 'bob.example']);
    goOn();
    await running;
  });
});

describe('a job of somebody who may not do it any more', () => {
  it('changes nothing', async () => {
    const application = await open(1);
    const asked = { filter, change: retag, inJob: 'always', askedBy: 'key:gone' } as const;
    const made = await application.get(ChangeMatchingImages).execute('alice', asked);
    if (!('job' in made)) throw new Error('There is no job.');
    const { state, error } = await ended(application, made.job);
    expect([state, error?.code]).toEqual(['failed', 'right-taken']);
    expect(await tagged(application, 'old')).toBe(1);
  });

  it('stores nothing of what comes after that, and fetches no further address', async () => {
    const fetched: string[] = [];
    let isTaken = false;
    const request = async ({ url }: { readonly url: string }) => {
      fetched.push(url);
      isTaken = fetched.length === 2;
      return {
        url,
        status: 200,
        headers: {},
        body: (async function* () {
          yield fixtures.png.bytes;
        })(),
      };
    };
    const application = await createApplication({
      ...settings,
      background: 'off',
      outgoing: { kind: 'custom', http: { request, check: () => undefined } },
    });
    opened.push(application);
    const run = application.get(RunUserJobs);
    Object.assign(run['ports'], { rights: { holds: async () => !isTaken } });
    const job = await application.get(ImportImages).execute('alice', {
      addresses: ['1.png', '2.png', '3.png'].map((path) => `https://images.example/${path}`),
      details: {},
      askedBy: 'user:ann',
    });
    await run.execute({ signal: { aborted: false } });
    const { state, error, done } = await application.get(UserJobRepository).get('alice', job.id);
    expect([state, error?.code, done, fetched.length]).toEqual(['failed', 'right-taken', 1, 2]);
    expect((await application.get(ListImages).execute('alice', {}, { limit: 9 })).images).toHaveLength(1);
  });
});

describe('a job whose process ended', () => {
  it('goes on where it was, and is given up when it ends its process each time', async () => {
    const application = await open(0);
    const jobs = application.get(UserJobRepository);
    const run = application.get(RunUserJobs);
    const job = { owner: 'alice', kind: BULK_JOB, input: '{', result: '{"changed":0}' };
    await jobs.add({ ...job, id: 'poison', createdAt: Date.now() + 3_600_000 }, 20);
    for (let attempt = 0; attempt < 5; attempt += 1)
      await jobs.claim({ holder: 'dead', now: Date.now() + 7_200_000 + attempt, until: 0, maxPerOwner: 1 });
    await run.execute({ signal: { aborted: false } });
    const { state, error } = await jobs.get('alice', 'poison');
    expect([state, error?.code]).toEqual(['failed', 'interrupted']);
  });
});
