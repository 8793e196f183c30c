import { assert } from '../assert.js';
import type { NewUserJob, Outbox, UserJob, UserJobRepository, UserJobStep } from '@cairn/kernel';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import { assertAll, rejection, settle } from '../outcomes.js';
import type { WorkUnderWay } from './work-under-way.js';

/** The repository, and the outbox that it tells of ends. */
export interface UserJobPorts {
  readonly userJobs: UserJobRepository;
  readonly outbox: Outbox;
  readonly work: WorkUnderWay;
}

const ENOUGH = 1_000;
const TRACE = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

/** A job with valid fields, unless given otherwise. */
export function aUserJob(given: Partial<NewUserJob> = {}): NewUserJob {
  return {
    id: 'job-1',
    owner: 'alice',
    kind: 'import',
    input: '{"ü":1}',
    result: '[]',
    createdAt: 100,
    ...given,
  };
}

function fresh(job: NewUserJob): UserJob {
  return { ...job, state: 'waiting', done: 0, position: '', attempts: 0 };
}

const CLAIM = { holder: 'node-1', now: 1_000, until: 2_000, maxPerOwner: ENOUGH };
const HELD = { id: 'job-1', holder: 'node-1' };
const RUNNING = { done: 1, position: '{"at":1}', result: '[1]', attempts: 0 };
const step: UserJobStep = { ...RUNNING, state: 'running', dueAt: 3_000 };
const success: UserJobStep = { ...RUNNING, done: 2, state: 'succeeded', endedAt: 1_500 };

/** Rules for every `UserJobRepository`. */
export const userJobRepositoryContract = {
  'a job has every field, for its owner alone': async ({ open }) => {
    const { userJobs } = await open();
    const [plain, counted] = [aUserJob(), aUserJob({ id: 'job-2', total: 5 })];
    for (const job of [plain, counted]) await userJobs.add(job, ENOUGH);
    for (const job of [plain, counted]) assert.deepEqual(await userJobs.get('alice', job.id), fresh(job));
    for (const [owner, id] of [
      ['bob', 'job-1'],
      ['alice', 'JOB-1'],
    ] as const)
      // prettier-ignore
      assert.equal((await rejection(userJobs.get(owner, id))).code, 'job-not-found');
  },

  'a job names the trace in which it was added, whoever carries it out': async ({ open }) => {
    const { userJobs, work } = await open();
    await work.during({ traceparent: TRACE }, () => userJobs.add(aUserJob(), ENOUGH));
    await userJobs.add(aUserJob({ id: 'job-2', owner: 'bob' }), ENOUGH);
    const other = { traceparent: TRACE.replace(/b/g, 'c') };
    const claimed = [
      await work.during(other, () => userJobs.claim(CLAIM)),
      await work.during(other, () => userJobs.claim(CLAIM)),
    ];
    assert.deepEqual(claimed.map((job) => job?.traceparent), [TRACE, undefined]); // prettier-ignore
    assert.equal((await userJobs.get('alice', 'job-1')).traceparent, TRACE);
  },

  'an owner has no more open jobs than that': async ({ open }) => {
    const { userJobs } = await open();
    await userJobs.add(aUserJob({ id: 'other', owner: 'bob' }), 2);
    const jobs = ['a', 'b', 'c', 'd'].map((id) => userJobs.add(aUserJob({ id }), 2));
    assertAll((await settle(jobs)).refusals, 2, 'job-limit-reached');
    await userJobs.cancel('alice', 'a', 5).catch(() => userJobs.cancel('alice', 'c', 5));
    await userJobs.add(aUserJob({ id: 'e' }), 2);
  },

  'jobs of an owner and of kinds are listed page by page, the latest first': async ({ open }) => {
    const { userJobs } = await open();
    for (const [id, createdAt] of [
      ['a', 1],
      ['b', 2],
      ['B', 2],
      ['c', 3],
    ] as const)
      // prettier-ignore
      await userJobs.add(aUserJob({ id, createdAt }), ENOUGH);
    await userJobs.add(aUserJob({ id: 'd', kind: 'bulk' }), ENOUGH);
    await userJobs.add(aUserJob({ id: 'e', owner: 'bob' }), ENOUGH);
    const query = { owner: 'alice', kinds: ['import', 'export'] };
    const first = await userJobs.list(query, { limit: 2 });
    const second = await userJobs.list(query, { limit: 2, after: first.next });
    assert.deepEqual([first, second].map(({ items }) => items.map(({ id }) => id)), [['c', 'b'], ['B', 'a']]); // prettier-ignore
    assert.equal(second.next, undefined);
  },

  'a listing does not have what is to be done, and where it goes on': async ({ open }) => {
    const { userJobs, work } = await open();
    await work.during({ traceparent: TRACE }, () => userJobs.add(aUserJob({ total: 5 }), ENOUGH));
    await userJobs.claim(CLAIM);
    await userJobs.advance(HELD, success);
    const { input: _, position: __, traceparent: ___, ...listed } = await userJobs.get('alice', 'job-1');
    assert.deepEqual((await userJobs.list({ owner: 'alice', kinds: ['import'] }, { limit: 9 })).items, [
      listed,
    ]);
  },

  'of several who claim at once each gets another job': async ({ open }) => {
    const { userJobs } = await open();
    for (const id of ['a', 'b', 'c']) await userJobs.add(aUserJob({ id, createdAt: 1 }), ENOUGH);
    const claimed = await Promise.all(several(5, () => userJobs.claim(CLAIM)));
    assert.deepEqual(claimed.flatMap((job) => (job ? [job.id] : [])).sort(), ['a', 'b', 'c']);
    for (const job of claimed) if (job) assert.deepEqual([job.state, job.attempts], ['running', 1]);
  },

  'a claim gets the oldest job of the owner with the fewest that run': async ({ open }) => {
    const { userJobs } = await open();
    for (const [id, owner, createdAt] of [
      ['a2', 'alice', 2],
      ['a1', 'alice', 1],
      ['b1', 'bob', 9],
    ] as const)
      // prettier-ignore
      await userJobs.add(aUserJob({ id, owner, createdAt }), ENOUGH);
    const order = [];
    for (let turn = 0; turn < 4; turn += 1) order.push((await userJobs.claim(CLAIM))?.id);
    assert.deepEqual(order, ['a1', 'b1', 'a2', undefined]);
  },

  'of an owner with as many that run as may, none is claimed': async ({ open }) => {
    const { userJobs } = await open();
    for (const [id, owner] of [
      ['a1', 'alice'],
      ['a2', 'alice'],
      ['a3', 'alice'],
      ['b1', 'bob'],
    ] as const)
      // prettier-ignore
      await userJobs.add(aUserJob({ id, owner }), ENOUGH);
    const claim = { ...CLAIM, maxPerOwner: 2 };
    const order = [];
    for (let turn = 0; turn < 4; turn += 1) order.push((await userJobs.claim(claim))?.id);
    assert.deepEqual(order, ['a1', 'b1', 'a2', undefined]);
    await userJobs.advance({ ...HELD, id: 'a1' }, success);
    assert.equal((await userJobs.claim(claim))?.id, 'a3');
  },

  'a job is claimed again once nobody holds it, and not before': async ({ open }) => {
    const { userJobs } = await open();
    await userJobs.add(aUserJob(), ENOUGH);
    await userJobs.claim(CLAIM);
    const other = { ...CLAIM, holder: 'node-2', until: 9_000 };
    assert.equal(await userJobs.claim({ ...other, now: 1_999 }), undefined);
    await userJobs.hold(HELD, 4_000);
    await userJobs.hold({ ...HELD, holder: 'node-2' }, 9_000);
    assert.equal(await userJobs.claim({ ...other, now: 3_999 }), undefined);
    assert.equal((await userJobs.claim({ ...other, now: 4_000 }))?.attempts, 2);
    assert.equal(await userJobs.advance(HELD, step), false);
  },

  'a step is stored, and a job that waits is due later': async ({ open }) => {
    const { userJobs } = await open();
    await userJobs.add(aUserJob(), ENOUGH);
    await userJobs.claim(CLAIM);
    assert.equal(await userJobs.advance(HELD, step), true);
    const running = { ...fresh(aUserJob()), ...RUNNING, state: 'running' };
    assert.deepEqual(await userJobs.get('alice', 'job-1'), running);
    assert.equal(await userJobs.claim({ ...CLAIM, now: 2_999 }), undefined);
    assert.equal(await userJobs.advance(HELD, { ...RUNNING, state: 'waiting', dueAt: 5_000 }), true);
    assert.equal(await userJobs.advance(HELD, step), false);
    assert.equal(await userJobs.claim({ ...CLAIM, now: 4_999 }), undefined);
    assert.equal((await userJobs.claim({ ...CLAIM, now: 5_000 }))?.position, '{"at":1}');
  },

  'an end is stored with its event, and is one': async ({ open }) => {
    const { userJobs, outbox } = await open();
    const error = { code: 'odd', detail: 'It is odd.' };
    for (const [id, end] of [
      ['job-1', success],
      ['job-2', { ...success, state: 'failed', error }],
    ] as const) {
      // prettier-ignore
      await userJobs.add(aUserJob({ id }), ENOUGH);
      await userJobs.claim(CLAIM);
      assert.equal(await userJobs.advance({ ...HELD, id }, end), true);
      assert.equal(await userJobs.advance({ ...HELD, id }, step), false);
    }
    const ended = await userJobs.get('alice', 'job-2');
    assert.deepEqual([ended.state, ended.endedAt, ended.error], ['failed', 1_500, error]);
    const events = (await outbox.list(0, 10)).map(({ event }) => [
      event.type,
      event.aggregateId,
      event.payload,
    ]);
    const payload = { owner: 'alice', kind: 'import', done: 2 };
    assert.deepEqual(events, [['job-succeeded', 'job-1', payload], ['job-failed', 'job-2', payload]]); // prettier-ignore
    assert.equal(await userJobs.claim({ ...CLAIM, now: 99_999 }), undefined);
  },

  'a cancelled job goes no further, and one that has ended stays as it is': async ({ open }) => {
    const { userJobs, outbox } = await open();
    await userJobs.add(aUserJob(), ENOUGH);
    await userJobs.claim(CLAIM);
    const cancelled = await userJobs.cancel('alice', 'job-1', 1_200);
    assert.deepEqual([cancelled.state, cancelled.endedAt], ['cancelled', 1_200]);
    assert.equal(await userJobs.advance(HELD, success), false);
    assert.deepEqual(await userJobs.cancel('alice', 'job-1', 9_000), cancelled);
    assert.equal(await userJobs.claim({ ...CLAIM, now: 99_999 }), undefined);
    assert.deepEqual(await outbox.list(0, 10), []);
    assert.equal((await rejection(userJobs.cancel('bob', 'job-1', 1))).code, 'job-not-found');
  },

  'jobs that ended before a time are removed, as many as are wanted': async ({ open }) => {
    const { userJobs } = await open();
    for (const [id, at] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['d', 4],
    ] as const) {
      // prettier-ignore
      await userJobs.add(aUserJob({ id }), ENOUGH);
      await userJobs.cancel('alice', id, at);
    }
    await userJobs.add(aUserJob({ id: 'open', createdAt: 1 }), ENOUGH);
    assert.deepEqual([await userJobs.prune(4, 2), await userJobs.prune(4, 2), await userJobs.prune(4, 2)], [2, 1, 0]); // prettier-ignore
    for (const id of ['d', 'open']) assert.equal((await userJobs.get('alice', id)).id, id);
  },

  'jobs are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    await ports.userJobs.add(aUserJob(), ENOUGH);
    const later = await reopen(ports);
    assert.deepEqual(await later.userJobs.get('alice', 'job-1'), fresh(aUserJob()));
  },
} satisfies Contract<UserJobPorts>;
