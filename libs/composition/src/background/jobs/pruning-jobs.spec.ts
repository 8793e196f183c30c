import {
  ManualClock,
  MemoryFailedWorkRepository,
  MemoryIdempotencyRepository,
  MemoryOutbox,
} from '@cairn/adapter-memory';
import type { Outbox } from '@cairn/kernel';
import { sabotaged } from '@cairn/testkit';
import { expect, it } from '@jest/globals';
import { pruneJob } from './pruning-jobs.js';

const EVENTS = 5_000;
const failures = new MemoryFailedWorkRepository();
const idempotency = new MemoryIdempotencyRepository();
const run = { signal: { aborted: false }, report: () => undefined };

function filled(): { readonly outbox: Outbox; readonly removed: number[] } {
  const outbox = new MemoryOutbox();
  for (let number = 1; number <= EVENTS; number += 1)
    outbox.append({ type: 'counted', aggregateId: 'a', payload: { number } });
  const removed: number[] = [];
  const prune: Outbox['prune'] = async (pruning) => {
    const count = await outbox.prune(pruning);
    removed.push(count);
    return count;
  };
  return { outbox: sabotaged<Outbox>(outbox, { prune }), removed };
}

it('removes many events in steps, so that other writes go in between', async () => {
  const { outbox, removed } = filled();
  await outbox.advance('consumer', EVENTS);
  const clock = new ManualClock(Date.now() + 3_600_000);
  const result = await pruneJob({ outbox, failures, idempotency, clock }, ['consumer']).run(run);
  expect(Math.max(...removed)).toBeLessThanOrEqual(2_000);
  expect(await outbox.list(0, EVENTS)).toHaveLength(1);
  expect(result).toEqual({ positions: { consumer: EVENTS } });
});

it('stops between two steps', async () => {
  const { outbox, removed } = filled();
  await outbox.advance('consumer', EVENTS);
  const signal = { get aborted() { return removed.length > 0; } }; // prettier-ignore
  const clock = new ManualClock(Date.now() + 3_600_000);
  await pruneJob({ outbox, failures, idempotency, clock }, ['consumer']).run({ ...run, signal });
  expect(removed).toHaveLength(1);
});
