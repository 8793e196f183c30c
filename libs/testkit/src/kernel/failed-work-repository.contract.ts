import { assert } from '../assert.js';
import type { FailedWork, FailedWorkRepository } from '@cairn/kernel';
import type { Contract } from '../contract.js';

/** Failed work with valid fields, unless given otherwise. */
export function aFailure(given: Partial<FailedWork> = {}): FailedWork {
  return {
    job: 'describe-images',
    item: 'image-1',
    attempts: 1,
    reason: 'It is damaged.',
    failedAt: 1_000,
    retryAt: 2_000,
    version: '1.0.0',
    ...given,
  };
}

/** Failed work that is set aside. */
function aside(given: Partial<FailedWork>): FailedWork {
  const { retryAt: _, ...failure } = aFailure();
  return { ...failure, ...given };
}

async function opened(
  { open }: { open: () => Promise<FailedWorkRepository> },
  failures: readonly FailedWork[],
): Promise<FailedWorkRepository> {
  const repository = await open();
  for (const failure of failures) await repository.save(failure);
  return repository;
}

/** Rules for every `FailedWorkRepository`. */
export const failedWorkRepositoryContract = {
  'an item is found with every field, that of its job alone': async (subject) => {
    const known = [
      aFailure({ payload: '{"id":"é\\u0000"}' }),
      aFailure({ job: 'place-photos', attempts: 3 }),
      aside({ item: 'image-2' }),
    ];
    const repository = await opened(subject, known);
    for (const failure of known) assert.deepEqual(await repository.find(failure), failure);
    assert.equal(await repository.find({ job: 'place-photos', item: 'image-2' }), undefined);
  },

  'what is saved of an item replaces what was': async (subject) => {
    const repository = await opened(subject, [aFailure({ payload: 'x' }), aFailure({ item: 'other' })]);
    const later = aside({ attempts: 5, reason: 'It takes too long.', failedAt: 9_000, version: '1.1.0' });
    await repository.save(later);
    assert.deepEqual(await repository.find(later), later);
    assert.deepEqual(await repository.find(aFailure({ item: 'other' })), aFailure({ item: 'other' }));
  },

  'a job’s are listed by item, as many as are wanted, and without those set aside on request': async (
    subject,
  ) => {
    const [b, a, c] = [aFailure({ item: 'b' }), aside({ item: 'B' }), aFailure({ item: 'c' })];
    const repository = await opened(subject, [b, a, c, aFailure({ job: 'place-photos' })]);
    const { job } = a;
    assert.deepEqual(await repository.list({ job, limit: 10 }), [a, b, c]);
    assert.deepEqual(await repository.list({ job, limit: 2 }), [a, b]);
    assert.deepEqual(await repository.list({ job, limit: 10, waiting: true }), [b, c]);
    assert.deepEqual(await repository.list({ job: 'none', limit: 10 }), []);
  },

  'each job’s are counted, those set aside too': async (subject) => {
    const repository = await subject.open();
    assert.deepEqual(await repository.count(), {});
    for (const failure of [aFailure(), aside({ item: 'b' }), aFailure({ job: 'place-photos' })])
      await repository.save(failure);
    assert.deepEqual(await repository.count(), { 'describe-images': 2, 'place-photos': 1 });
  },

  'a removed item is gone, and no other': async (subject) => {
    const kept = [aFailure({ item: 'b' }), aFailure({ job: 'place-photos' })];
    const repository = await opened(subject, [aFailure(), ...kept]);
    await repository.remove(aFailure());
    await repository.remove(aFailure({ item: 'absent' }));
    assert.equal(await repository.find(aFailure()), undefined);
    for (const failure of kept) assert.deepEqual(await repository.find(failure), failure);
  },

  'one item is to be tried anew, or all of a job, and no other': async (subject) => {
    const [one, two] = [aside({ item: 'a', attempts: 5 }), aFailure({ item: 'b', attempts: 2 })];
    const other = aside({ job: 'place-photos', attempts: 5 });
    const repository = await opened(subject, [one, two, other]);
    const { job } = one;
    assert.equal(await repository.retry({ job, item: 'a' }, 7_000), 1);
    assert.deepEqual(await repository.find(one), { ...one, attempts: 0, retryAt: 7_000 });
    assert.deepEqual(await repository.find(two), two);
    assert.equal(await repository.retry({ job, item: 'absent' }, 8_000), 0);
    assert.equal(await repository.retry({ job }, 8_000), 2);
    assert.deepEqual(await repository.find(two), { ...two, attempts: 0, retryAt: 8_000 });
    assert.deepEqual(await repository.find(other), other);
  },

  'what other versions failed at is to be tried anew, once': async (subject) => {
    const [former, current] = [aside({ item: 'a', attempts: 5 }), aside({ item: 'b', version: '2.0.0' })];
    const repository = await opened(subject, [former, current]);
    await repository.renew('2.0.0', 7_000);
    const renewed = { ...former, attempts: 0, retryAt: 7_000, version: '2.0.0' };
    assert.deepEqual(await repository.find(former), renewed);
    assert.deepEqual(await repository.find(current), current);
    await repository.renew('2.0.0', 9_000);
    assert.deepEqual(await repository.find(former), renewed);
  },

  'what failed last before a time is removed': async (subject) => {
    const kept = aFailure({ item: 'b', failedAt: 2_000 });
    const repository = await opened(subject, [aside({ failedAt: 1_999 }), kept]);
    await repository.prune(2_000);
    assert.deepEqual(await repository.list({ job: kept.job, limit: 10 }), [kept]);
  },

  'failed work is there after a restart': async (subject) => {
    const repository = await opened(subject, [aFailure()]);
    assert.deepEqual(await (await subject.reopen(repository)).find(aFailure()), aFailure());
  },
} satisfies Contract<FailedWorkRepository>;
