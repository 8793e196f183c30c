import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UserJobRecord } from '@cairn/api-schema';
import { slowly, UNLIMITED, until, type ServerProcess } from '@cairn/harness';
import { environmentOf, type OpenedStores } from '@cairn/services';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { startOn } from '../support/environments.js';
import { photo } from '../support/photos.js';

jest.setTimeout(120_000); // a job of a node that was killed is held for a quarter of a minute

const ADDRESSES = 4;
/** More than one node carries out at once, and no more than an account may have. */
const JOBS = 10;

let stores: OpenedStores;
let other: Server;
let origin: string;
let nodes: readonly ServerProcess[] = [];
/** How often each path was asked for. */
const asked = new Map<string, number>();
/** Paths of jobs that are being read, and those of which two were read at once. */
const reading = new Set<string>();
const overlapping: string[] = [];
/** While it is set, the third address of each job is not answered. */
let held: (() => void)[] | undefined;

function answer(url: string, response: ServerResponse): void {
  const [, , job = '', index = ''] = url.split('/');
  asked.set(url, (asked.get(url) ?? 0) + 1);
  if (reading.has(job)) overlapping.push(url);
  reading.add(job);
  response.once('close', () => reading.delete(job));
  const send = (): void => void response.end(photo(Number(job) * ADDRESSES + Number(index)));
  if (held !== undefined && index === '2') held.push(send);
  else void slowly(20).then(send);
}

beforeAll(async () => {
  other = createServer(({ url = '' }, response) => answer(url, response));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`; // of a TCP server
  stores = await environmentOf('PostgreSQL + S3').open();
  const env = { ...UNLIMITED, CAIRN_IMPORTS: 'on', CAIRN_ALLOWED_ADDRESSES: '127.0.0.1' };
  const options = { release: async () => undefined, env };
  const first = await startOn(stores, options);
  nodes = [first, await startOn(stores, { ...options, key: first.key })];
  keys = await Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, index) => (await openAccount(first, `importer ${index}`)).key),
  );
});

afterAll(async () => {
  other.closeAllConnections();
  other.close();
  for (const node of nodes) await node.dispose();
  await stores.close();
});

/** An account carries out two at once, on whichever nodes. */
const ACCOUNTS = 4;
let keys: readonly string[];

const asOwnerOf = async <T>(
  node: ServerProcess | undefined,
  job: number,
  path: string,
  body?: unknown,
): Promise<T> => {
  const answer = await node?.fetch(path, {
    key: keys[job % ACCOUNTS] ?? null,
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  return (await answer?.json()) as T;
};

/** Starts imports on both nodes in turn. */
async function start(kind: string): Promise<readonly UserJobRecord[]> {
  const started = Array.from({ length: JOBS }, async (_, job) => {
    const urls = Array.from({ length: ADDRESSES }, (__, index) => `${origin}/${kind}/${job}/${index}`);
    return await asOwnerOf<UserJobRecord>(nodes[job % 2], job, '/api/imports', { urls, tags: [kind] });
  });
  return await Promise.all(started);
}

/** Waits for the jobs, and checks that each has all its addresses as images of their own. */
async function assertWhole(
  kind: string,
  jobs: readonly UserJobRecord[],
  node?: ServerProcess,
): Promise<void> {
  const ids = new Set<string | undefined>();
  for (const [index, { id }] of jobs.entries()) {
    let job: UserJobRecord | undefined;
    await until(
      'the import has ended',
      async () => {
        job = await asOwnerOf<UserJobRecord>(node, index, `/api/imports/${id}`);
        return job.endedAt !== null;
      },
      { patienceMs: 60_000 },
    );
    expect(job).toMatchObject({ state: 'succeeded', done: ADDRESSES });
    const images = job !== undefined && 'images' in job.result ? job.result.images : [];
    expect(images.map(({ error }) => error)).toEqual(images.map(() => undefined));
    for (const { imageId } of images) ids.add(imageId);
  }
  expect(ids.size).toBe(JOBS * ADDRESSES);
  const stored: string[] = [];
  for (const account of keys.keys()) {
    const images = await asOwnerOf<readonly { readonly id: string }[]>(
      node,
      account,
      `/api/tags/${kind}/images`,
    );
    stored.push(...images.map(({ id }) => id));
  }
  expect(new Set(stored)).toEqual(ids);
}

const timesOf = (kind: string): readonly number[] =>
  [...asked].filter(([path]) => path.startsWith(`/${kind}/`)).map(([, times]) => times);

it('of two nodes one at a time carries out an import, and asks once for each address', async () => {
  const jobs = await start('calm');
  await assertWhole('calm', jobs, nodes[1]);
  expect(timesOf('calm')).toEqual(Array.from({ length: JOBS * ADDRESSES }, () => 1));
  expect(overlapping).toEqual([]);
});

it('what a killed node was at is carried on by the other one, with each image once', async () => {
  held = [];
  const jobs = await start('killed');
  // Each node carries out four at once.
  await until('both nodes wait for addresses', () => (held?.length ?? 0) >= 8);
  await nodes[0]?.end('SIGKILL');
  const waiting = held;
  held = undefined;
  for (const send of waiting) send();
  await assertWhole('killed', jobs, nodes[1]);
  const again = timesOf('killed').filter((times) => times > 1);
  expect(timesOf('killed')).toHaveLength(JOBS * ADDRESSES);
  expect(again).toEqual([2, 2, 2, 2]);
  expect(overlapping).toEqual([]);
});
