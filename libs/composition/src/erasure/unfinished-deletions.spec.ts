import { ManualClock, MemoryFailedWorkRepository, MemoryOutbox } from '@cairn/adapter-memory';
import { aFailure } from '@cairn/testkit';
import { beforeEach, expect, it } from '@jest/globals';
import { unfinishedDeletions } from './unfinished-deletions.js';

const deletions = { owner: 'alice', consumers: ['delete-removed-blobs'] };

let clock: ManualClock;
let outbox: MemoryOutbox;
let failures: MemoryFailedWorkRepository;

beforeEach(() => {
  [clock, outbox, failures] = [new ManualClock(0), new MemoryOutbox(), new MemoryFailedWorkRepository()];
  outbox.append({ type: 'image-removed', aggregateId: 'A', payload: { owner: 'alice' } });
});

const unfinished = async () =>
  await unfinishedDeletions(
    { clock, outbox, failures, timer: { wait: async (ms) => void clock.advance(ms) } },
    deletions,
  );

const fail = async (owner: string, retryAt?: number): Promise<void> => {
  const { retryAt: _, ...failure } = aFailure({ job: 'delete-removed-blobs', item: owner });
  const payload = JSON.stringify({ type: 'image-removed', aggregateId: 'A', payload: { owner } });
  await failures.save({ ...failure, payload, ...(retryAt !== undefined && { retryAt }) });
};

it('are not known before the consumer has passed', async () => {
  expect(await unfinished()).toBeUndefined();
  await outbox.advance('delete-removed-blobs', 1);
  expect(await unfinished()).toEqual([]);
});

it('are those of the owner that were given up, and not known while one is to be retried', async () => {
  await outbox.advance('delete-removed-blobs', 1);
  await fail('bob', 1_000);
  await fail('alice', 1_000);
  expect(await unfinished()).toBeUndefined();
  await failures.remove({ job: 'delete-removed-blobs', item: 'alice' });
  await fail('alice');
  expect(await unfinished()).toEqual([
    { job: 'delete-removed-blobs', item: 'alice', reason: 'It is damaged.' },
  ]);
});
