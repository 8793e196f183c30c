import type { RestoredImage, TrashPage } from '@cairn/api-schema';
import { uploadForm, UNLIMITED, type ServerProcess } from '@cairn/harness';
import { environmentOf, type OpenedStores } from '@cairn/services';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startOn } from '../support/environments.js';

const ROUNDS = Number(process.env['RACE_ROUNDS'] ?? 8);

// Rounds take a while: a race is seen by trying it often, which docs/benchmarks.md has a command for.
jest.setTimeout(120_000 + ROUNDS * 4_000);

let stores: OpenedStores;
let nodes: readonly [ServerProcess, ServerProcess];

interface Uploaded {
  readonly id: string;
  readonly url: string;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const nodeOf = (index: number): ServerProcess => nodes[index % 2 === 0 ? 0 : 1];

async function send(index: number, method: string, path: string, json?: unknown): Promise<Answer> {
  const response = await nodeOf(index).fetch(path, {
    method,
    ...(json !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

async function upload(index: number, path: string, name: string): Promise<Uploaded> {
  const body = uploadForm({ bytes: fixtures.jpeg.bytes, path, name });
  const response = await nodeOf(index).fetch('/api/upload', { method: 'POST', body });
  expect(response.status).toBe(201);
  return (await response.json()) as Uploaded;
}

const statuses = (answers: readonly Answer[]): readonly number[] =>
  answers.map(({ status }) => status).sort();
const pathOf = ({ url }: Uploaded): string => nodeOf(0).pathOf(url);
const imageCount = async (): Promise<number> =>
  ((await send(0, 'GET', '/api/quota')).body as { readonly imageCount: number }).imageCount;
const trashed = async (): Promise<readonly string[]> =>
  ((await send(1, 'GET', '/api/trash?limit=1000')).body as TrashPage).entries.map(({ id }) => id);

describe('the trash, raced on two nodes on PostgreSQL + S3', () => {
  beforeAll(async () => {
    stores = await environmentOf('PostgreSQL + S3').open();
    const release = async (): Promise<void> => undefined;
    const first = await startOn(stores, { release, env: UNLIMITED });
    nodes = [first, await startOn(stores, { release, key: first.key, env: UNLIMITED })];
  });

  afterAll(async () => {
    for (const node of nodes) await node.dispose();
    await stores.close();
  });

  it('of six deletions at once one deletes, and of six restorations one restores', async () => {
    const before = await imageCount();
    const image = await upload(0, 'once', 'a.jpg');
    const six = [0, 1, 2, 3, 4, 5];
    for (let round = 0; round < ROUNDS; round += 1) {
      const deleted = await Promise.all(six.map((i) => send(i, 'DELETE', `/api/images/${image.id}`)));
      expect(statuses(deleted)).toEqual([200, 404, 404, 404, 404, 404]);
      expect((await trashed()).filter((id) => id === image.id)).toHaveLength(1);
      expect(await imageCount()).toBe(before);
      const restored = await Promise.all(six.map((i) => send(i, 'POST', `/api/images/${image.id}/restore`)));
      expect(statuses(restored)).toEqual([200, 404, 404, 404, 404, 404]);
      expect(await imageCount()).toBe(before + 1);
      expect(await trashed()).not.toContain(image.id);
      for (const node of nodes) expect((await node.fetch(pathOf(image))).status).toBe(200);
    }
    await send(0, 'DELETE', `/api/images/${image.id}`);
  });

  it('an image that is restored while another one is renamed onto its name, and the same bytes are uploaded there: each has an address of its own', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const folder = `name-${round}`;
      const before = await imageCount();
      const image = await upload(round, folder, 'a.jpg');
      const other = await upload(round, folder, 'b.jpg');
      await send(round, 'DELETE', `/api/images/${image.id}`);
      const [restored, renamed, added] = await Promise.all([
        send(round, 'POST', `/api/images/${image.id}/restore`),
        send(round + 1, 'PATCH', `/api/images/${other.id}`, { name: 'a.jpg' }),
        upload(round + 1, folder, 'a.jpg'),
      ]);
      expect([restored.status, renamed.status]).toEqual([200, 200]);
      const back = restored.body as RestoredImage;
      const addresses = [back, renamed.body as Uploaded, added].map(pathOf);
      expect(new Set(addresses).size).toBe(3);
      expect(addresses.filter((address) => address === pathOf(image))).toHaveLength(1);
      expect(back.isRenamed).toBe(pathOf(back) !== pathOf(image));
      const found = await Promise.all(addresses.map((address, i) => nodeOf(i).fetch(address)));
      expect(found.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await imageCount()).toBe(before + 3);
    }
  });

  it('an image that is deleted, restored and deleted for good at once is in one place', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const image = await upload(round, 'one-place', `p${round}.jpg`);
      const before = await imageCount();
      await send(round, 'DELETE', `/api/images/${image.id}`);
      const [restored, purged] = await Promise.all([
        send(round, 'POST', `/api/images/${image.id}/restore`),
        send(round + 1, 'DELETE', `/api/trash/${image.id}`),
      ]);
      expect([restored.status, purged.status].map((status) => status < 300)).toEqual(
        restored.status === 200 ? [true, false] : [false, true],
      );
      const isThere = restored.status === 200;
      expect((await nodeOf(round).fetch(pathOf(image))).status).toBe(isThere ? 200 : 404);
      expect(await imageCount()).toBe(before - (isThere ? 0 : 1));
      expect(await trashed()).not.toContain(image.id);
    }
  });
});
