import { MemoryOutbox } from '@cairn/adapter-memory';
import type { DomainEvent, Outbox } from '@cairn/kernel';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startConsumers, type Consuming } from './event-consumers.js';

let outbox: MemoryOutbox;
let consuming: Consuming | undefined;
let leading: boolean;
let failures: string[];

beforeEach(() => {
  outbox = new MemoryOutbox();
  leading = true;
  failures = [];
});

afterEach(() => consuming?.stop());

function append(count: number): void {
  for (let number = 0; number < count; number += 1)
    outbox.append({ type: 'counted', aggregateId: 'a', payload: { number } });
}

function start(handle: (event: DomainEvent) => Promise<void>, from: Outbox = outbox): void {
  consuming = startConsumers([{ name: 'test', handle }], {
    outbox: from,
    leads: async () => leading,
    failed: (consumer, error) => failures.push(`${consumer}: ${String(error)}`),
  });
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 1));
}

it('delivers all events in order, in several batches, and stores the position', async () => {
  append(250);
  const handled: unknown[] = [];
  start(async ({ payload }) => void handled.push(payload['number']));
  await until(async () => (await outbox.position('test')) === 250);
  expect(handled).toEqual(Array.from({ length: 250 }, (_, number) => number));
});

it('delivers new events soon after a nudge', async () => {
  const handled: string[] = [];
  start(async ({ id }) => void handled.push(id));
  await new Promise((resolve) => setTimeout(resolve, 10));
  append(1);
  consuming?.nudge();
  await until(() => handled.length === 1);
});

it('does not go past a failed event, and reports it', async () => {
  append(3);
  start(async ({ id }) => {
    if (id === '2') throw new Error('not now');
  });
  await until(() => failures.length === 1);
  expect(failures).toEqual(['test: Error: not now']);
  expect(await outbox.position('test')).toBe(1);
});

it('handles nothing where this node does not lead', async () => {
  append(1);
  leading = false;
  let handled = 0;
  start(async () => void (handled += 1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(handled).toBe(0);
});

it('stops before the next event, and continues there', async () => {
  append(3);
  const handled: string[] = [];
  start(async ({ id }) => {
    handled.push(id);
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await until(() => handled.length === 1);
  await consuming?.stop();
  expect(handled).toEqual(['1']);
  start(async ({ id }) => void handled.push(id));
  await until(() => handled.length === 3);
  expect(handled).toEqual(['1', '2', '3']);
});
