import { ManualClock, MemoryFailedWorkRepository, MemoryOutbox } from '@cairn/adapter-memory';
import {
  StorageUnavailable,
  WorkAttempts,
  type DomainEvent,
  type EventBatchConsumer,
  type EventConsumer,
  type FailedWorkRepository,
  type Outbox,
} from '@cairn/kernel';
import { later, until } from '@cairn/testkit';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startConsumers, type Consuming } from './event-consumers.js';

let outbox: MemoryOutbox;
let consuming: Consuming | undefined;
let latest: EventConsumer | EventBatchConsumer | undefined;
let leading: boolean;
let asked = 0;
let failures: string[];
let clock: ManualClock;
let failedWork: FailedWorkRepository;
let limited: <T>(work: Promise<T>) => Promise<T>;

beforeEach(() => {
  outbox = new MemoryOutbox();
  leading = true;
  failures = [];
  clock = new ManualClock();
  failedWork = new MemoryFailedWorkRepository();
  limited = (work) => work;
});

afterEach(() => consuming?.stop());

function append(count: number, aggregateId = 'a'): void {
  for (let number = 0; number < count; number += 1)
    outbox.append({ type: 'counted', aggregateId, payload: { number } });
}

function start(handle: (event: DomainEvent) => Promise<void>, from: Outbox = outbox): void {
  startConsumer({ name: 'test', handle }, from);
}

function startConsumer(consumer: EventConsumer | EventBatchConsumer, from: Outbox = outbox): void {
  latest = consumer;
  const failed = (name: string, error: unknown): void => void failures.push(`${name}: ${String(error)}`);
  consuming = startConsumers([consumer], {
    outbox: from,
    failures: failedWork,
    clock,
    failed,
    leads: async () => (asked += 1) > 0 && leading,
    attempts: new WorkAttempts({ failures: failedWork, clock, failed, limited: (work) => limited(work) }),
  });
}

/** Ends the pause before the next poll. */
async function restart(): Promise<void> {
  await consuming?.stop();
  if (latest !== undefined) startConsumer(latest);
}

const reached = (position: number): Promise<void> =>
  until(`events are passed up to ${position}`, async () => (await outbox.position('test')) === position);

it('delivers all events in order, in several batches, and stores the position', async () => {
  append(250);
  const handled: unknown[] = [];
  start(async ({ payload }) => void handled.push(payload['number']));
  await reached(250);
  expect(handled).toEqual(Array.from({ length: 250 }, (_, number) => number));
});

it('delivers new events soon after a nudge', async () => {
  const handled: string[] = [];
  start(async ({ id }) => void handled.push(id));
  await until('it looked', () => consuming?.list()[0]?.outcome !== undefined);
  append(1);
  consuming?.nudge();
  await until('the event is handled', () => handled.length === 1);
});

const MINUTE_MS = 60_000;

it.each(['throws', 'hangs'])(
  'goes past an event whose consumer %s, and tries it again before later ones of its aggregate',
  async (how) => {
    append(1, 'poison');
    append(3, 'a');
    append(1, 'poison');
    append(1, 'b');
    const handled: string[] = [];
    let fails = true;
    const tooLong = (): Promise<never> => later().then(() => Promise.reject(new Error('too long')));
    limited = async (work) => await Promise.race([work, tooLong()]); // what does not hang takes no turn
    start(async ({ id }) => {
      if (id === '1' && fails && how === 'throws') throw new Error('not now');
      if (id === '1' && fails) await new Promise(() => undefined);
      handled.push(id);
    });
    await reached(6);
    expect(handled).toEqual(['2', '3', '4', '6']);
    expect(failures).toEqual([`test: Error: ${how === 'throws' ? 'not now' : 'too long'}`]);
    expect(await failedWork.list({ job: 'test', limit: 10 })).toMatchObject([
      { attempts: 1, retryAt: clock.now() + MINUTE_MS },
      { attempts: 0 },
    ]);
    await outbox.prune({ consumers: ['test'], before: Date.now() + 1, limit: 100 }); // what waits is kept apart
    append(1, 'c');
    consuming?.nudge();
    await reached(7);
    expect(handled.splice(0)).toEqual(['2', '3', '4', '6', '7']);
    fails = false;
    clock.advance(MINUTE_MS);
    await restart();
    await until('both are handled', () => handled.length === 2);
    expect(handled).toEqual(['1', '5']);
    expect(await failedWork.count()).toEqual({});
  },
);

it('sets an event aside after five attempts, also over restarts, and then handles those behind it', async () => {
  append(1, 'poison');
  append(1, 'poison');
  let attempts = 0;
  const handled: string[] = [];
  start(async ({ id }) => {
    if (id === '1') attempts += 1;
    if (id === '1') throw new Error('never');
    handled.push(id);
  });
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await until(`attempt ${attempt} is made`, () => attempts === Math.min(attempt, 5));
    clock.advance(10 * 60 * MINUTE_MS);
    await restart();
  }
  await until('the one behind it is handled', () => handled.length === 1);
  expect(attempts).toBe(5);
  const [failure] = await failedWork.list({ job: 'test', limit: 10 });
  expect(failure).toMatchObject({ attempts: 5, reason: 'never' });
  expect(failure?.retryAt).toBeUndefined();
});

it.each(['one', 'many'])(
  'counts an event that its process does not survive, of a consumer of %s',
  async (of) => {
    append(1);
    append(2, 'poison');
    append(1, 'b');
    const handled = new Set<string>();
    let attempts = 0;
    const handle = async ({ id }: DomainEvent): Promise<void> => {
      if (id === '2') attempts += 1;
      if (id === '2') await new Promise(() => undefined); // whatever the process would have done next is not done
      handled.add(id);
    };
    const handleAll = async (events: readonly DomainEvent[]): Promise<void> => {
      for (const event of events) await handle(event);
    };
    const begin = (): void =>
      startConsumer(of === 'one' ? { name: 'test', handle } : { name: 'test', handleAll });
    begin();
    await until('it is begun', () => attempts === 1);
    begin();
    await reached(4);
    expect([...handled]).toEqual(['1', '4']);
    for (const count of [2, 3, 4, 5]) {
      clock.advance(10 * 60 * MINUTE_MS);
      begin();
      await until(`attempt ${count} is made`, () => attempts === count);
    }
    clock.advance(10 * 60 * MINUTE_MS);
    begin();
    await until('the one behind it is handled', () => handled.has('3'));
    const [failure] = await failedWork.list({ job: 'test', limit: 10 });
    expect([attempts, failure]).toMatchObject([5, { attempts: 5, reason: expect.stringMatching('ended') }]);
  },
);

it('finds the event among many that a consumer of many fails at', async () => {
  append(3);
  append(1, 'poison');
  append(3, 'b');
  const handled: string[] = [];
  startConsumer({
    name: 'test',
    handleAll: async (events) => {
      if (events.some(({ aggregateId }) => aggregateId === 'poison')) throw new Error('not these');
      handled.push(...events.map(({ id }) => id));
    },
  });
  await reached(7);
  expect(handled).toEqual(['1', '2', '3', '5', '6', '7']);
  expect(await failedWork.count()).toEqual({ test: 1 });
});

it('waits where a store is away, and counts few events as failed', async () => {
  append(1, 'a');
  append(1, 'b');
  append(1, 'c');
  append(1, 'd');
  start(async () => {
    throw new StorageUnavailable('away');
  });
  await until('it failed three times', () => failures.length === 3);
  expect(await outbox.position('test')).toBe(2);
  expect(await failedWork.count()).toEqual({ test: 2 });
});

it('handles nothing where this node does not lead', async () => {
  append(1);
  leading = false;
  let handled = 0;
  asked = 0;
  start(async () => void (handled += 1));
  await until('it asked whether it leads', () => asked > 0);
  await later();
  expect(handled).toBe(0);
});

it('stops before the next event, and continues there', async () => {
  append(3);
  const handled: string[] = [];
  let end: () => void = () => undefined;
  start(async ({ id }) => {
    handled.push(id);
    await new Promise<void>((resolve) => (end = resolve));
  });
  await until('the first is begun', () => handled.length === 1);
  const stopped = consuming?.stop();
  end();
  await stopped;
  expect(handled).toEqual(['1']);
  expect(consuming?.list()[0]).toMatchObject({ state: 'idle', outcome: { status: 'aborted' } });
  start(async ({ id }) => void handled.push(id));
  await until('the others are handled', () => handled.length === 3);
  expect(handled).toEqual(['1', '2', '3']);
});
