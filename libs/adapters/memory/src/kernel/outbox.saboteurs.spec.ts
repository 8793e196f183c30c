import { describe, it } from '@jest/globals';
import { OUTBOX_START, type Outbox, type OutboxEntry } from '@cairn/kernel';
import {
  aSpace,
  outboxContract,
  sabotaged,
  verifyFails,
  WorkUnderWay,
  type OutboxPorts,
  type Saboteurs,
} from '@cairn/testkit';
import { MemoryCatalogRepository } from '../images/memory-catalog-repository.js';
import { MemoryOutbox } from './memory-outbox.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';

const open = async (): Promise<OutboxPorts> => {
  const work = new WorkUnderWay();
  const outbox = new MemoryOutbox(undefined, work.current);
  return {
    outbox,
    work,
    catalog: new MemoryCatalogRepository(outbox),
    spaces: new MemorySpaceRepository(outbox),
  };
};

const brokenOutbox =
  (replacements: (outbox: Outbox) => Partial<Outbox>) =>
  (ports: OutboxPorts): OutboxPorts => ({
    ...ports,
    outbox: sabotaged(ports.outbox, replacements(ports.outbox)),
  });

const brokenList = (change: (entries: readonly OutboxEntry[]) => readonly OutboxEntry[]) =>
  brokenOutbox((outbox) => ({ list: async (after, limit) => change(await outbox.list(after, limit)) }));

const saboteurs: Saboteurs<OutboxPorts, typeof outboxContract> = {
  'an event is stored with its change and tells of it': brokenList((entries) =>
    entries.map(({ position, event }) => ({ position, event: { ...event, payload: {} } })),
  ),
  'a description is told of when it is stored, but not of an image that is gone': (ports) => ({
    ...ports,
    catalog: sabotaged(ports.catalog, { describe: async () => undefined }),
  }),
  'another visibility is told of as an update, but not where nothing changes': (ports) => ({
    ...ports,
    catalog: sabotaged(ports.catalog, {
      changeVisibility: async () => ({ changed: [], unchanged: [] }),
    }),
  }),
  'no event is stored where its change is not': (ports) => ({
    ...ports,
    catalog: sabotaged(ports.catalog, {
      add: async (image, quota) => {
        try {
          await ports.catalog.add(image, quota);
        } catch (error) {
          await ports.spaces.add(aSpace());
          throw error;
        }
      },
    }),
  }),
  'events of one aggregate come in the order of its changes, however many are made at once': brokenList(
    (entries) => [...entries].reverse(),
  ),
  'a listing goes on behind a position, on pages of any size': brokenOutbox((outbox) => ({
    list: (after, limit) => outbox.list(after === OUTBOX_START ? after : after + 1, limit),
  })),
  'of many writers at once no event is lost, and a consumer that reads meanwhile skips none': brokenOutbox(
    (outbox) => ({
      list: async (after, limit) => (await outbox.list(after, limit)).slice(-2),
    }),
  ),
  'an event names the trace in which it was stored, also of many at once': brokenList((entries) =>
    entries.map(({ position, event }) => ({
      position,
      event: { ...event, traceparent: entries[0]?.event.traceparent },
    })),
  ),
  'what came out is a copy': (ports) => {
    let kept: readonly OutboxEntry[] | undefined;
    return brokenOutbox((outbox) => ({
      list: async (after, limit) => (kept ??= await outbox.list(after, limit)),
    }))(ports);
  },
  'a consumer is where it advanced to, each on its own, and never goes back': (ports) => {
    const positions = new Map<string, number>();
    return brokenOutbox(() => ({
      position: async (consumer) => positions.get(consumer) ?? OUTBOX_START,
      advance: async (consumer, position) => void positions.set(consumer, position),
    }))(ports);
  },
  'an event that was handled comes again until the consumer has advanced': brokenOutbox((outbox) => ({
    list: async (after, limit) => {
      const entries = await outbox.list(after, limit);
      await outbox.advance('consumer', entries.at(-1)?.position ?? after);
      return entries;
    },
  })),
  'a consumer goes on where it was after a restart': (ports) => ports,
  'what every named consumer is past is pruned, and nothing else': brokenOutbox((outbox) => ({
    prune: (pruning) => outbox.prune({ ...pruning, consumers: pruning.consumers.slice(0, 1) }),
  })),
  'events of a time or later stay, although consumers are past them': brokenOutbox((outbox) => ({
    prune: (pruning) => outbox.prune({ ...pruning, before: pruning.before + 1 }),
  })),
  'as many events are pruned at a time as asked for, the oldest first, and it tells how many': brokenOutbox(
    (outbox) => ({ prune: (pruning) => outbox.prune({ ...pruning, limit: 1_000 }) }),
  ),
  'the newest event stays, also where there are no consumers': brokenOutbox((outbox) => ({
    list: async (after, limit) => (await outbox.list(after, limit + 1)).slice(0, -1),
  })),
  'the extent tells how far events were pruned, and the last one': brokenOutbox((outbox) => ({
    extent: async () => ({ ...(await outbox.extent()), pruned: OUTBOX_START }),
  })),
  'events that come after others were pruned stand behind those': (ports) => ports,
};

describe('the contract of outboxes', () =>
  verifyFails({ contract: outboxContract, subject: { open, reopen: open }, saboteurs, it }));
