import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@cairn/harness';
import { openTestPostgres } from '@cairn/services';
import { afterEach, describe, expect, it } from '@jest/globals';
import { deadlyEvent } from './faults.js';
import {
  imagesToDescribe,
  imagesToRefine,
  largeFeatures,
  photosOfSpaces,
  propertiesToIndex,
  removedImages,
  removedSpaces,
  type Items,
} from './faulty-items.js';
import { FaultyServers, type Failure, type Guard } from './faulty-server.js';

/*
 * Each kind of background work meets each fault that it can meet, all at once in one server. That takes time because
 * processes and threads really loop until their limits, here of 2 to 9 s, and start again: some 8 s for each of two
 * attempts.
 */
const TIMEOUT_MS = 120_000;
const LAST_ATTEMPT = 5;
const HOURS = 7;
const MINUTES_IN_HOURS = 2 / 60;
/** Threads may have 64 MiB, processes 256 until the next look at them. */
const MOST_ALLOCATED = 700 * 1024 ** 2;
const PATIENCE_MS = 40_000;
const CONTROL_PATIENCE_MS = 8_000;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function open(databaseUrl?: string, without?: Guard): Promise<FaultyServers> {
  const servers = await FaultyServers.open(databaseUrl, without);
  opened.push(servers);
  return servers;
}

/** Reads and writes while something is done. Gives the requests that failed. */
async function failedRequests(
  servers: FaultyServers,
  during: () => Promise<void>,
): Promise<readonly string[]> {
  const failed: string[] = [];
  const { id } = await servers.json<{ id: string }>('POST', '/hub/spaces', { title: 'Requests' });
  const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties: {} };
  const requests = [
    ['PUT', `/hub/spaces/${id}/features/a`, feature],
    ['GET', `/hub/spaces/${id}/search`],
    ['GET', `/hub/spaces/${id}/tile/web/0_0_0.mvt`],
    ['GET', '/api/images?limit=5'],
  ] as const;
  let isOver = false;
  const go = async (): Promise<void> => {
    for (; !isOver; await pause(50))
      for (const [method, path, body] of requests)
        await servers.server
          .request(method, path, body)
          .catch((error: unknown) => failed.push(String(error)));
  };
  const going = go();
  try {
    await during();
  } finally {
    isOver = true;
    await going;
  }
  return failed;
}

/** Whether each bad item is listed with its reason, and no other. */
const areTold = ({ faults }: Items, failures: readonly Failure[]): boolean =>
  failures.length === faults.kinds.length && failures.every(({ reason }) => faults.reason.test(reason));

/** Each bad item is listed, and others finish. */
async function othersFinish(
  servers: FaultyServers,
  kinds: readonly Items[],
  patienceMs = PATIENCE_MS,
): Promise<void> {
  for (const kind of kinds) {
    const areListed = async (): Promise<boolean> => areTold(kind, await servers.failuresOf(kind.job));
    await until(`${kind.job} lists ${kind.faults.kinds.join()}`, areListed, { patienceMs });
    await until(`the good item of ${kind.job} is done`, kind.isGoodDone, { patienceMs });
  }
  expect(await servers.allocatedBytes()).toBeLessThan(MOST_ALLOCATED);
}

/** Makes the last attempts at all bad items. The tests of the kernel show those in between. */
async function areSetAside(servers: FaultyServers, kinds: readonly Items[]): Promise<void> {
  const due = `UPDATE failed_work SET attempts = ${LAST_ATTEMPT - 1}, retry_at = 0`;
  for (const kind of kinds)
    await until(`${kind.job} sets ${kind.faults.kinds.join()} aside`, async () => {
      const failures = await servers.failuresOf(kind.job);
      if (areTold(kind, failures) && failures.every(({ retryAt }) => retryAt === null)) return true;
      // Repeated, as an attempt that is under way stores its own count.
      await servers.sql(`${due} WHERE attempts < ${LAST_ATTEMPT - 1}`);
      await servers.advance(MINUTES_IN_HOURS); // a link of photos is looked at once a minute
      await kind.ask?.();
      return false;
    });
}

/** Every job runs, and none tries what is set aside. */
async function noneIsTried(servers: FaultyServers, kinds: readonly Items[]): Promise<void> {
  await servers.advance(HOURS);
  const state = async (): Promise<readonly unknown[]> => [
    await Promise.all(kinds.map(({ job }) => servers.failuresOf(job))),
    (await servers.tries()).filter((line) => !line.startsWith('delete-removed-blobs')), // the sweep tries these too
  ];
  const before = await state();
  for (const { ask } of kinds) await ask?.();
  const startedAt = async (): Promise<readonly unknown[]> =>
    (await servers.jobs()).flatMap((job) =>
      kinds.some((kind) => kind.job === job.name) ? [job.startedAt] : [],
    );
  const begun = await startedAt();
  await until('every job has run', async () =>
    (await startedAt()).every(
      (at, index) => kinds[index]?.job === 'delete-removed-blobs' || at !== begun[index],
    ),
  );
  await pause(1_000);
  expect(await state()).toEqual(before);
}

async function retryWorks(servers: FaultyServers, kinds: readonly Items[]): Promise<void> {
  await servers.mend();
  for (const { job, faults, ask } of kinds) {
    await ask?.();
    const retried = faults.kinds.length;
    expect(await servers.json('POST', `/api/jobs/${job}/retry`)).toEqual({ retried });
  }
  await servers.advance(1); // links of photos are looked at once a minute
  for (const { job, areBadDone } of kinds) {
    await until(`${job} has done all`, areBadDone);
    await until(`${job} lists nothing`, async () => (await servers.failuresOf(job)).length === 0);
  }
}

/** Items of each kind of work that may meet a fault. */
async function everyKind(servers: FaultyServers): Promise<readonly Items[]> {
  const kinds: Items[] = [];
  for (const prepare of [
    imagesToRefine,
    imagesToDescribe,
    largeFeatures,
    propertiesToIndex,
    removedSpaces,
    photosOfSpaces,
    removedImages,
  ])
    kinds.push(await prepare(servers));
  return kinds;
}

describe('work in the background that misbehaves', () => {
  it(
    'on one node: others finish, requests see no error, it is set aside also over a restart, and a retry works',
    async () => {
      const servers = await open();
      const kinds = await everyKind(servers);
      const failed = await failedRequests(servers, async () => {
        await othersFinish(servers, kinds);
        await areSetAside(servers, kinds);
      });
      expect(failed).toEqual([]);
      await servers.restart();
      await noneIsTried(servers, kinds);
      await retryWorks(servers, kinds);
    },
    TIMEOUT_MS,
  );

  it(
    'on two nodes, the first of which is killed at it: the other one sets it aside and does all else',
    async () => {
      const postgres = await openTestPostgres();
      opened.push(postgres);
      const servers = await open(await postgres.fresh());
      await servers.start();
      const kinds = await everyKind(servers);
      await until('it is at bad work', async () => (await servers.tries()).length > 0);
      await servers.nodes.shift()?.end('SIGKILL');
      await servers.advance(1); // what it was at is tried again
      const failed = await failedRequests(servers, async () => {
        await othersFinish(servers, kinds);
        await areSetAside(servers, kinds);
        await noneIsTried(servers, kinds);
      });
      expect(failed).toEqual([]);
      await retryWorks(servers, kinds);
    },
    TIMEOUT_MS,
  );

  it(
    'ends the server where it handles an event: another start handles the others, and lists it',
    async () => {
      const servers = await open();
      const kind = await removedImages(servers, deadlyEvent);
      await servers.hasEnded(); // as the request deletes the file
      await servers.startInVain(); // as the consumer does
      await servers.start();
      await kind.ask?.();
      await othersFinish(servers, [kind]);
      await retryWorks(servers, [kind]);
    },
    TIMEOUT_MS,
  );
});

describe('the check of it', () => {
  it.each([
    ['the limit of time', 'time', /copy-large-features lists/],
    ['the limit of memory', 'memory', /toBeLessThan/],
    ['the thread of its own', 'isolation', /fetch failed/],
    ['the count of attempts', undefined, /copy-large-features lists/],
  ] as const)(
    'fails without %s',
    async (_, guard, failure) => {
      const servers = await open(undefined, guard);
      if (guard === undefined)
        await servers.sql(
          'CREATE TRIGGER forgetful BEFORE INSERT ON failed_work BEGIN SELECT RAISE(IGNORE); END',
        );
      const kind = await largeFeatures(servers);
      const patienceMs = guard === 'time' || guard === undefined ? CONTROL_PATIENCE_MS : undefined;
      const check = failedRequests(servers, () => othersFinish(servers, [kind], patienceMs));
      await expect(check).rejects.toThrow(failure);
    },
    TIMEOUT_MS,
  );
});
