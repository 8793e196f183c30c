import { until, uploadForm, type ServerProcess } from '@cairn/harness';
import { environmentOf, type OpenedStores } from '@cairn/services';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { Browser, setUp } from '../support/browser.js';
import { startOn } from '../support/environments.js';
import { EventReader } from '../support/event-reader.js';
import { signed } from '../support/signed.js';

const ROUNDS = Number(process.env['QUOTA_ROUNDS'] ?? 5);
const UPLOADS = 50;
const QUOTA = 10;
const ONE_NAME = 18;
const ALLOWED = 12;

interface Uploaded {
  readonly id: string;
  readonly url: string;
}

jest.setTimeout(20_000 + ROUNDS * 4_000);

let stores: OpenedStores;
let nodes: readonly ServerProcess[];

const nodeOf = (index: number): ServerProcess => {
  const node = nodes[index % nodes.length];
  if (node === undefined) throw new Error('No node runs.');
  return node;
};
const upload = (
  node: ServerProcess,
  key: string,
  parts: { path: string; name?: string },
): Promise<Response> =>
  node.fetch('/api/upload', {
    method: 'POST',
    body: uploadForm({ bytes: fixtures.jpeg.bytes, tags: 'race', ...parts }),
    key,
  });
const several = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const count = (answers: readonly Response[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

describe('two nodes on PostgreSQL + S3', () => {
  beforeAll(async () => {
    stores = await environmentOf('PostgreSQL + S3').open();
    const release = async (): Promise<void> => undefined;
    const first = await startOn(stores, { release });
    nodes = [first, await startOn(stores, { release, key: first.key })];
  });

  afterAll(async () => {
    for (const node of nodes) await node.dispose();
    await stores.close();
  });

  it('an image uploaded to one node can be read, listed and deleted on the other immediately', async () => {
    const [one, other] = [nodeOf(0), nodeOf(1)];
    const sent = await upload(one, one.key, { path: 'shared', name: 'a.jpg' });
    const { id, url } = (await sent.json()) as Uploaded;
    const path = nodeOf(0).pathOf(url);
    const bytes = Buffer.from(await (await other.fetch(path)).arrayBuffer());
    expect(bytes).toEqual(Buffer.from(fixtures.jpeg.bytes));
    expect((await one.fetch(path)).status).toBe(200);
    expect(await (await other.fetch('/api/tags/race/images')).json()).toMatchObject([{ id }]);
    expect((await other.fetch(`/api/images/${id}`, { method: 'DELETE' })).status).toBe(200);
    for (const node of nodes) {
      expect((await node.fetch(path)).status).toBe(404);
      expect((await node.fetch(`/api/images/${id}`)).status).toBe(404);
    }
  });

  it('an image made private on one node is closed on the other immediately, and opened again', async () => {
    const [one, other] = [nodeOf(0), nodeOf(1)];
    const sent = await upload(one, one.key, { path: 'closed', name: 'a.jpg' });
    const { id, url } = (await sent.json()) as Uploaded;
    const path = nodeOf(0).pathOf(url);
    for (let round = 0; round < 5; round += 1) {
      for (const query of ['', '?w=320']) {
        expect((await other.fetch(path + query, { key: null })).status).toBe(200);
        await one.json('PATCH', `/api/images/${id}`, { visibility: 'private' });
        expect((await other.fetch(path + query, { key: null })).status).toBe(404);
        expect((await other.fetch(path + query)).status).toBe(200);
        await one.json('PATCH', `/api/images/${id}`, { visibility: 'public' });
      }
    }
  });

  it('a key revoked on one node is rejected by the other immediately', async () => {
    const { key } = await openAccount(nodeOf(0), 'Revoked', { scopes: ['images:read', 'keys:manage'] });
    for (const node of nodes) expect((await node.fetch('/api/quota', { key })).status).toBe(200);
    const { id } = ((await (await nodeOf(0).fetch('/api/keys', { key })).json()) as { id: string }[])[0] ?? {
      id: '',
    };
    expect((await nodeOf(0).fetch(`/api/keys/${id}`, { method: 'DELETE' })).ok).toBe(true);
    for (const node of nodes) expect((await node.fetch('/api/quota', { key })).status).toBe(401);
  });

  it('a signing key that one node revokes is refused by the other immediately', async () => {
    const [one, other] = [nodeOf(0), nodeOf(1)];
    const { url } = (await (await upload(one, one.key, { path: 'signed' })).json()) as Uploaded;
    const made = await one.fetch('/api/signing-keys', {
      method: 'POST',
      body: JSON.stringify({ name: 'nodes' }),
      headers: { 'content-type': 'application/json' },
    });
    const { id, secret } = (await made.json()) as { readonly id: string; readonly secret: string };
    const address = one.pathOf(signed(url, 'w=33&key=nodes', secret));
    for (const node of nodes) expect((await node.fetch(address)).status).toBe(200);
    expect((await other.fetch(`/api/signing-keys/${id}`, { method: 'DELETE' })).status).toBe(204);
    for (const node of nodes) expect((await node.fetch(address)).status).toBe(403);
  });

  it('changes made on one node are told by the other, until the key is revoked there', async () => {
    const [one, other] = [nodeOf(0), nodeOf(1)];
    const { id: accountId, key } = await openAccount(one, 'Follower');
    const events = await EventReader.open(one, { key });
    const sent = await upload(other, key, { path: 'followed', name: 'a.jpg' });
    const { id } = (await sent.json()) as Uploaded;
    expect(await events.take(1)).toMatchObject([{ event: 'image-uploaded', data: { id } }]);
    const elsewhere = await EventReader.open(other, { key, lastEventId: events.begun });
    expect(await elsewhere.take(1)).toMatchObject([{ event: 'image-uploaded', data: { id } }]);
    const listed = await one.fetch(`/api/keys?accountId=${accountId}`);
    const [{ id: keyId } = { id: '' }] = (await listed.json()) as { id: string }[];
    expect((await other.fetch(`/api/keys/${keyId}`, { method: 'DELETE' })).ok).toBe(true);
    await Promise.all([events.ended(), elsewhere.ended()]);
  });

  it('a preset that one node changes is used by the other within a second', async () => {
    const [one, other] = [nodeOf(0), nodeOf(1)];
    const { url } = (await (await upload(one, one.key, { path: 'presets' })).json()) as Uploaded;
    const path = nodeOf(0).pathOf(url);
    const put = async (query: string): Promise<void> => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ query });
      expect((await one.fetch('/api/presets/nodes', { method: 'PUT', headers, body })).status).toBe(200);
    };
    const typeAt = async (node: ServerProcess): Promise<string | null> =>
      (await node.fetch(`${path}?preset=nodes`)).headers.get('content-type');
    for (const format of ['webp', 'jpeg']) {
      await put(`w=33&format=${format}`);
      expect(await typeAt(one)).toBe(`image/${format}`);
      await until(`the other node gives ${format}`, async () => (await typeAt(other)) === `image/${format}`);
    }
    expect((await other.fetch('/api/presets/nodes', { method: 'DELETE' })).status).toBe(204);
  });

  it('a session that is ended on one node is refused by the other immediately', async () => {
    const owner = await setUp(nodeOf(1)); // its link is the latest
    const there = new Browser(nodeOf(0), owner.cookie);
    expect(await there.status('GET', '/api/session')).toBe(200);
    expect(await owner.status('DELETE', '/api/sessions')).toBe(204);
    expect(await there.status('GET', '/api/session')).toBe(401);
  });

  it(`of ${UPLOADS} concurrent uploads to both nodes, a quota of ${QUOTA} accepts exactly ${QUOTA}, in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { key } = await openAccount(nodeOf(0), `Round ${round}`, { imageQuota: QUOTA });
      const before = (await stores.countBlobs('')) ?? 0;
      const answers = await Promise.all(
        several(UPLOADS, (index) => upload(nodeOf(index), key, { path: `round-${round}` })),
      );
      const listed = (await (await nodeOf(1).fetch('/api/tags/race/images', { key })).json()) as unknown[];
      expect({
        stored: count(answers, 201),
        refused: count(answers, 409),
        rows: listed.length,
        blobs: ((await stores.countBlobs('')) ?? 0) - before,
        usage: await (await nodeOf(1).fetch('/api/quota', { key })).json(),
      }).toEqual({
        stored: QUOTA,
        refused: UPLOADS - QUOTA,
        rows: QUOTA,
        blobs: QUOTA,
        usage: { imageCount: QUOTA, quota: QUOTA },
      });
    }
  });

  it(`exactly the acknowledged uploads are stored while conflicting transactions roll back, in ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { key } = await openAccount(nodeOf(0), `Bleed ${round}`, { imageQuota: ALLOWED });
      // All uploads want the same address: the losers roll back and try another one. Some exceed the quota.
      const answers = await Promise.all(
        several(ONE_NAME, (index) => upload(nodeOf(index), key, { path: `bleed-${round}`, name: 'a.jpg' })),
      );
      const stored = answers.filter(({ ok }) => ok);
      const promised = await Promise.all(stored.map(async (answer) => (await answer.json()) as Uploaded));
      const listing = await nodeOf(1).fetch('/api/tags/race/images', { key });
      const listed = (await listing.json()) as Uploaded[];
      const usage = await (await nodeOf(0).fetch('/api/quota', { key })).json();
      const found = await Promise.all(
        promised.map(async ({ url }, index) => (await nodeOf(index).fetch(nodeOf(0).pathOf(url))).status),
      );
      expect(count(answers, 409)).toBe(ONE_NAME - ALLOWED);
      expect(ids(listed)).toEqual(ids(promised));
      expect(new Set(promised.map(({ url }) => nodeOf(0).pathOf(url))).size).toBe(ALLOWED);
      expect(usage).toEqual({ imageCount: ALLOWED, quota: ALLOWED });
      expect(found).toEqual(promised.map(() => 200));
    }
  });
});

const ids = (images: readonly Uploaded[]): readonly string[] => images.map(({ id }) => id).sort();
