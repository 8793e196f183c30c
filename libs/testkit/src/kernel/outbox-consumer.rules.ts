import { assert } from '../assert.js';
import type { CatalogRepository } from '@cairn/images/spi';
import { OUTBOX_START, type Outbox, type OutboxEntry, type OutboxPruning } from '@cairn/kernel';
import type { SpaceRepository } from '@cairn/spaces/spi';
import { aSpace, several } from '../builders.js';
import type { Contract } from '../contract.js';
import type { WorkUnderWay } from './work-under-way.js';

/** An outbox and the repositories that append to it. */
export interface OutboxPorts {
  readonly outbox: Outbox;
  readonly catalog: CatalogRepository;
  readonly spaces: SpaceRepository;
  /** What the repositories ask for the work that is done. */
  readonly work: WorkUnderWay;
}

const MOST = 1_000;

/** After every event. */
const LATER = Number.MAX_SAFE_INTEGER;

/** Rules for consumers of an outbox. */
export const outboxConsumerRules = {
  'a consumer is where it advanced to, each on its own, and never goes back': async ({ open }) => {
    const { outbox } = await open();
    await outbox.advance('first', 5);
    await outbox.advance('first', 3);
    await outbox.advance('second', 1);
    const positions = ['first', 'second', 'third'].map((name) => outbox.position(name));
    assert.deepEqual(await Promise.all(positions), [5, 1, OUTBOX_START]);
  },

  'an event that was handled comes again until the consumer has advanced': async ({ open }) => {
    const ports = await open();
    await addSpaces(ports, 3);
    const first = await next(ports.outbox);
    assert.equal(first.length, 3);
    assert.deepEqual(await next(ports.outbox), first);
    await ports.outbox.advance('consumer', first[0]?.position ?? OUTBOX_START);
    assert.deepEqual(await next(ports.outbox), first.slice(1));
  },

  'a consumer goes on where it was after a restart': async ({ open, reopen }) => {
    const ports = await open();
    await addSpaces(ports, 3);
    const entries = await next(ports.outbox);
    await ports.outbox.advance('consumer', entries[1]?.position ?? OUTBOX_START);
    const again = await reopen(ports);
    assert.deepEqual(await next(again.outbox), entries.slice(2));
  },

  'what every named consumer is past is pruned, and nothing else': async ({ open }) => {
    const ports = await open();
    const { outbox } = ports;
    await addSpaces(ports, 5);
    const entries = await everyEntry(outbox);
    const position = (index: number): number => entries[index]?.position ?? OUTBOX_START;
    await outbox.advance('fast', position(2));
    await outbox.prune(all('fast', 'new'));
    assert.deepEqual(await everyEntry(outbox), entries);
    await outbox.advance('slow', position(1));
    await outbox.prune(all('fast', 'slow'));
    assert.deepEqual(await everyEntry(outbox), entries.slice(2));
    await outbox.prune(all('fast'));
    assert.deepEqual(await everyEntry(outbox), entries.slice(3));
  },

  'events of a time or later stay, although consumers are past them': async ({ open }) => {
    const ports = await open();
    const { outbox } = ports;
    const times = async (): Promise<readonly number[]> =>
      (await everyEntry(outbox)).map(({ event }) => event.occurredAt);
    do await addSpaces(ports, 1);
    while (new Set(await times()).size < 3);
    const entries = await everyEntry(outbox);
    const [, second = 0, third = 0] = [...new Set(await times())];
    await outbox.advance('consumer', entries.at(-1)?.position ?? OUTBOX_START);
    for (const time of [second, third]) {
      await outbox.prune({ ...all('consumer'), before: time });
      const later = entries.filter(({ event }) => event.occurredAt >= time);
      assert.deepEqual(await everyEntry(outbox), later);
    }
  },

  'as many events are pruned at a time as asked for, the oldest first, and it tells how many': async ({
    open,
  }) => {
    const ports = await open();
    const { outbox } = ports;
    await addSpaces(ports, 6);
    const entries = await everyEntry(outbox);
    await outbox.advance('consumer', entries[4]?.position ?? OUTBOX_START);
    let left = 6;
    for (const expected of [2, 2, 1, 0]) {
      assert.equal(await outbox.prune({ ...all('consumer'), limit: 2 }), expected);
      left -= expected;
      assert.deepEqual(await everyEntry(outbox), entries.slice(-left));
    }
  },

  'the newest event stays, also where there are no consumers': async ({ open }) => {
    const ports = await open();
    await ports.outbox.prune(all());
    await addSpaces(ports, 3);
    const entries = await everyEntry(ports.outbox);
    for (let round = 0; round < 2; round += 1) await ports.outbox.prune(all());
    assert.deepEqual(await everyEntry(ports.outbox), entries.slice(-1));
  },

  'the extent tells how far events were pruned, and the last one': async ({ open }) => {
    const ports = await open();
    const { outbox } = ports;
    assert.deepEqual(await outbox.extent(), { pruned: OUTBOX_START, last: OUTBOX_START });
    await addSpaces(ports, 4);
    const { pruned, last } = await outbox.extent();
    const entries = await everyEntry(outbox);
    assert.equal(last, entries.at(-1)?.position);
    assert.deepEqual(await outbox.list(pruned, MOST), entries);
    await outbox.advance('consumer', entries[1]?.position ?? OUTBOX_START);
    await outbox.prune(all('consumer'));
    const left = await outbox.extent();
    assert.equal(left.last, last);
    assert.ok(left.pruned >= (entries[1]?.position ?? last), 'removed events count as there');
    assert.deepEqual(await outbox.list(left.pruned, MOST), entries.slice(2));
    await outbox.prune(all());
    assert.deepEqual(await outbox.extent(), { pruned: last - 1, last });
  },

  'events that come after others were pruned stand behind those': async ({ open, reopen }) => {
    const ports = await open();
    await addSpaces(ports, 3);
    const last = (await everyEntry(ports.outbox)).at(-1)?.position ?? OUTBOX_START;
    await ports.outbox.advance('consumer', last);
    await ports.outbox.prune(all('consumer'));
    const again = await reopen(ports);
    await addSpaces(again, 2);
    const entries = await again.outbox.list(last, MOST);
    assert.equal(entries.length, 2);
  },
} satisfies Contract<OutboxPorts>;

/** Prunes what these consumers are past. */
function all(...consumers: readonly string[]): OutboxPruning {
  return { consumers, before: LATER, limit: MOST };
}

async function addSpaces({ spaces }: OutboxPorts, count: number): Promise<void> {
  for (const space of several(count, () => aSpace())) await spaces.add(space);
}

/** The next batch of the consumer. */
async function next(outbox: Outbox): Promise<readonly OutboxEntry[]> {
  return await outbox.list(await outbox.position('consumer'), MOST);
}

async function everyEntry(outbox: Outbox): Promise<readonly OutboxEntry[]> {
  return await outbox.list(OUTBOX_START, MOST);
}
