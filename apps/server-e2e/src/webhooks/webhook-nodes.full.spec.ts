import { until, type ServerProcess } from '@cairn/harness';
import { environmentOf, type OpenedStores } from '@cairn/services';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { startOn } from '../support/environments.js';
import { Receiver } from '../support/receiver.js';

jest.setTimeout(180_000); // another node leads after half a minute, and what a dead one sent is taken for lost after one

let stores: OpenedStores;
let receiver: Receiver;
let nodes: readonly ServerProcess[] = [];

beforeAll(async () => {
  stores = await environmentOf('PostgreSQL + S3').open();
  receiver = await Receiver.start();
  const options = { release: async () => undefined, env: { CAIRN_ALLOWED_ADDRESSES: '127.0.0.1' } };
  const first = await startOn(stores, options);
  nodes = [first, await startOn(stores, { ...options, key: first.key })];
});

afterAll(async () => {
  for (const node of nodes) await node.dispose();
  receiver.close();
  await stores.close();
});

async function uploads(through: readonly ServerProcess[], count: number): Promise<readonly string[]> {
  const bytes = fixtures.jpeg.bytes;
  const uploaded = Array.from(
    { length: count },
    async (_, index) => (await through[index % through.length]?.upload({ bytes, path: 'nodes' }))?.id ?? '',
  );
  return await Promise.all(uploaded);
}

it('of two nodes the one that sends learns from the other that the key that made a webhook is revoked', async () => {
  const [one, other] = nodes;
  if (one === undefined || other === undefined) throw new Error('There are no nodes.');
  const scopes = ['keys:manage', 'images:read', 'images:write', 'spaces:read'];
  const made = await one.json<{ id: string; key: string }>('POST', '/api/keys', { name: 'maker', scopes });
  const created = await one.fetch('/api/webhooks', {
    method: 'POST',
    key: made.key,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: receiver.url, events: ['image.added'] }),
  });
  const { id } = (await created.json()) as { id: string };
  await uploads([one], 1);
  await receiver.until((received) => received.length === 1);
  await other.fetch(`/api/keys/${made.id}`, { method: 'DELETE' });
  await uploads([one], 1);
  const disabledBy = async (): Promise<unknown> =>
    (await other.json<{ disabledBy: string | null }>('GET', `/api/webhooks/${id}`)).disabledBy;
  await until('it is disabled', async () => (await disabledBy()) !== null);
  expect(await disabledBy()).toBe('revoked');
  expect(receiver.received).toHaveLength(1);
  await other.fetch(`/api/webhooks/${id}`, { method: 'DELETE' });
  receiver.received.length = 0;
});

it('of two nodes one sends each message, and the other goes on when that one is killed', async () => {
  const [one, other] = nodes;
  await one?.json('POST', '/api/webhooks', { url: receiver.url, events: ['image.added'] });
  const first = await uploads(nodes, 12);
  await receiver.until((received) => received.length >= 12);
  expect(receiver.received.map(({ subject }) => subject).sort()).toEqual([...first].sort());

  const second = await uploads(other === undefined ? [] : [other], 6);
  await one?.end('SIGKILL'); // the leader: it was there first
  const isWhole = (): boolean =>
    second.every((id) => receiver.received.some(({ subject }) => subject === id));
  for (let waits = 0; waits < 6 && !isWhole(); waits += 1)
    await receiver.until(isWhole).catch(() => undefined);
  expect(isWhole()).toBe(true);
  const ids = new Map(receiver.received.map(({ subject, id }) => [subject, id]));
  expect(receiver.received.filter(({ subject, id }) => ids.get(subject) !== id)).toEqual([]);
});
