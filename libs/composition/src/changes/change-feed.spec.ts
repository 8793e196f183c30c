import { MemoryOutbox } from '@cairn/adapter-memory';
import { StorageUnavailable, type Outbox } from '@cairn/kernel';
import { until } from '@cairn/testkit';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ChangeFeed, type Follower } from './change-feed.js';

let outbox: MemoryOutbox;
let queries: number;
let feed: ChangeFeed;
let failures: number;
let isDown: boolean;
let lookups: string[];
let held: Promise<unknown>;

const counted = (): Pick<Outbox, 'list' | 'extent'> => {
  const counting = async <T>(result: Promise<T>): Promise<T> => {
    queries += 1;
    await held;
    return await (isDown ? Promise.reject(new StorageUnavailable('Down.')) : result);
  };
  return {
    list: (after, limit) => counting(outbox.list(after, limit)),
    extent: () => counting(outbox.extent()),
  };
};

beforeEach(() => {
  outbox = new MemoryOutbox();
  [queries, failures, isDown, lookups] = [0, 0, false, []];
  held = Promise.resolve();
  feed = new ChangeFeed({
    outbox: counted(),
    ownerOf: async (id) => {
      lookups.push(id);
      return id.startsWith('gone') ? undefined : 'alice';
    },
    failed: () => (failures += 1),
  });
});

afterEach(() => feed.stop());

function upload(count: number, owner = 'alice'): void {
  for (let number = 0; number < count; number += 1)
    outbox.append({ type: 'image-added', aggregateId: `image-${number}`, payload: { owner } });
}

class Recorder implements Follower {
  readonly told: (number | string)[] = [];

  constructor(readonly owner = 'alice') {}

  begun(position: number): void {
    this.told.push(`begun ${position}`);
  }

  changed({ position }: { readonly position: number }): void {
    this.told.push(position);
  }

  missed(): void {
    this.told.push('missed');
  }
}

/** Waits while nudges keep coming. */
const untilNudged = (what: string, isSo: () => boolean): Promise<void> =>
  until(what, () => {
    feed.nudge();
    return isSo();
  });

it('tells an account of its own changes, from now on', async () => {
  upload(3);
  const [alice, bob] = [new Recorder(), new Recorder('bob')];
  for (const follower of [alice, bob]) await feed.follow(follower);
  upload(1, 'bob');
  upload(1);
  await untilNudged('alice is told', () => alice.told.length > 1);
  expect([alice.told, bob.told]).toEqual([
    ['begun 3', 5],
    ['begun 3', 4],
  ]);
});

it('goes on after a position, also after one that only another node has read', async () => {
  upload(2_500);
  const early = new Recorder();
  await feed.follow(early, 2_498);
  expect(early.told).toEqual(['begun 2498', 2_499, 2_500]);
  upload(2);
  const late = new Recorder();
  await feed.follow(late, 2_501);
  expect(late.told).toEqual(['begun 2501', 2_502]);
});

it('says that changes were missed: those pruned, those of another store, and those that are too many', async () => {
  upload(1_200);
  const missed = async (after: number): Promise<readonly unknown[]> => {
    const follower = new Recorder();
    (await feed.follow(follower, after))();
    return follower.told;
  };
  expect(await missed(1_300)).toEqual(['begun 1200', 'missed']);
  expect(await missed(199)).toEqual(['begun 1200', 'missed']);
  expect(await missed(200)).toHaveLength(1_001);
  await outbox.prune({ consumers: [], before: Number.MAX_SAFE_INTEGER, limit: 10_000 });
  upload(1);
  const other = new ChangeFeed({ outbox, ownerOf: async () => undefined, failed: () => undefined });
  const follower = new Recorder();
  await other.follow(follower, 1_198);
  expect(follower.told).toEqual(['begun 1201', 'missed']);
  await other.stop();
});

it('asks nothing while nobody follows, and then goes on where it was', async () => {
  upload(1);
  const first = new Recorder();
  const end = await feed.follow(first);
  end();
  const other = new ChangeFeed({ outbox, ownerOf: async () => undefined, failed: () => undefined });
  const witness = new Recorder();
  await other.follow(witness);
  const before = queries;
  upload(1);
  feed.nudge();
  other.nudge(); // its nudge is gathered as long, and begins later
  await until('another feed tells of it', () => witness.told.length > 1);
  await other.stop();
  expect(queries).toBe(before);
  const again = new Recorder();
  await feed.follow(again, 1);
  expect([first.told, again.told]).toEqual([['begun 1'], ['begun 1', 2]]);
});

it('asks how far events were pruned when the last follower left while they were read', async () => {
  upload(1);
  const end = await feed.follow(new Recorder());
  let go: (value?: unknown) => void = () => undefined;
  held = new Promise((resolve) => (go = resolve));
  feed.nudge();
  const before = queries;
  await until('events are read', () => queries > before);
  end();
  go();
  await new Promise(setImmediate);
  upload(2);
  await outbox.prune({ consumers: [], before: Number.MAX_SAFE_INTEGER, limit: 10_000 });
  const follower = new Recorder();
  await feed.follow(follower, 1);
  expect(follower.told).toEqual(['begun 3', 'missed']);
});

it('tells of changes although nudges never stop', async () => {
  const follower = new Recorder();
  await feed.follow(follower);
  upload(1);
  await untilNudged('it is told', () => follower.told.length > 1);
  expect(follower.told).toEqual(['begun 0', 1]);
});

it('reads once for all followers', async () => {
  const followers = Array.from({ length: 100 }, () => new Recorder());
  for (const follower of followers) await feed.follow(follower);
  const before = queries;
  upload(1);
  await untilNudged('all are told', () => followers.every(({ told }) => told.length === 2));
  expect(queries - before).toBeLessThan(10);
});

it('looks the owner of features up once per space, and leaves out a space that is gone', async () => {
  const follower = new Recorder();
  await feed.follow(follower);
  const change = (type: string, aggregateId: string, payload = {}): void =>
    outbox.append({ type, aggregateId, payload });
  change('space-created', 'new', { owner: 'alice' });
  for (const id of ['new', 'known', 'known', 'gone', 'gone']) change('features-changed', id);
  change('something-else', 'known');
  change('map-updated', 'gone', { owner: 'alice' }); // a map and a space may have the same id
  change('features-changed', 'gone');
  upload(1);
  await untilNudged('it is told of the last', () => follower.told.includes(10));
  expect([follower.told, lookups]).toEqual([
    ['begun 0', 1, 2, 3, 4, 8, 10],
    ['known', 'gone'],
  ]);
});

it('reports an outage, tells what came meanwhile, and refuses followers until it is over', async () => {
  upload(1);
  const follower = new Recorder();
  await feed.follow(follower);
  isDown = true;
  await untilNudged('it failed', () => failures > 0);
  upload(1);
  await expect(feed.follow(new Recorder())).rejects.toThrow(StorageUnavailable);
  isDown = false;
  await untilNudged('it is told', () => follower.told.length > 1);
  expect(follower.told).toEqual(['begun 1', 2]);
});
