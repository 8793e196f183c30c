import { assert } from '../assert.js';
import type { WebhookDelivery } from '@cairn/webhooks';
import type { Contract } from '../contract.js';
import { assertAll, settle } from '../outcomes.js';
import { aDelivery } from './webhook-builders.js';
import {
  claim,
  endpointIn,
  idsOf,
  lastAttempt,
  NOW,
  queryOf,
  queued,
  UNTIL,
  type WebhookPorts,
} from './webhook-queues.js';

const page = { limit: 10 };

/** Rules for every `WebhookDeliveryRepository`: what is stored, listed and removed. */
export const webhookDeliveryRepositoryContract = {
  'a delivery is added once, and not for an endpoint that is gone': async ({ open }) => {
    const ports = await open();
    const [endpoint, gone] = [await endpointIn(ports), await endpointIn(ports)];
    await ports.endpoints.remove('alice', gone.id);
    const [first, second] = [aDelivery(endpoint), aDelivery(endpoint, { body: '{"a":"ü"}' })];
    assert.equal(await ports.deliveries.add([first, aDelivery(gone)]), 1);
    assert.equal(await ports.deliveries.add([first, second]), 1);
    assert.equal(await ports.deliveries.add([]), 0);
    const { items } = await ports.deliveries.list(queryOf(endpoint), page);
    const added = { state: 'pending', attempts: 0 } as const;
    assert.deepEqual(items, [
      { ...second, ...added, dueAt: second.createdAt },
      { ...first, ...added, dueAt: first.createdAt },
    ]);
  },

  'a delivery keeps the trace of its event': async ({ open }) => {
    const ports = await open();
    const endpoint = await endpointIn(ports);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const traces = [{ traceparent, subject: 'a' }, { subject: 'b' }];
    const given = traces.map((trace) => aDelivery(endpoint, { ...trace, createdAt: 7 }));
    await ports.deliveries.add(given);
    const { items } = await ports.deliveries.list(queryOf(endpoint), page);
    for (const found of [items, await claim(ports, endpoint)])
      assert.deepEqual(
        given.map(({ id }) => found.find((delivery) => delivery.id === id)?.traceparent),
        [traceparent, undefined],
      );
  },

  'only the latest attempt settles a delivery, with how it ended': async ({ open }) => {
    const ports = await open();
    const endpoint = await endpointIn(ports);
    const [{ id } = { id: '' }] = await queued(ports, endpoint, ['a']);
    await claim(ports, endpoint);
    await claim(ports, endpoint, { now: UNTIL });
    const end = { id, lastAttempt, dueAt: NOW } as const;
    await ports.deliveries.settle({ ...end, attempts: 1, state: 'delivered' });
    const found = async (): Promise<WebhookDelivery | undefined> =>
      (await ports.deliveries.list(queryOf(endpoint), page)).items[0];
    assert.equal((await found())?.state, 'pending');
    const failed = { at: NOW, durationMs: 30_000, error: 'timed-out' };
    await ports.deliveries.settle({ ...end, attempts: 2, state: 'pending', lastAttempt: failed });
    assert.deepEqual((await found())?.lastAttempt, failed);
    await claim(ports, endpoint);
    await ports.deliveries.settle({ ...end, attempts: 3, state: 'delivered' });
    const { state, attempts, dueAt, lastAttempt: last } = (await found()) ?? {};
    assert.deepEqual(
      { state, attempts, dueAt, last },
      { state: 'delivered', attempts: 3, dueAt: NOW, last: lastAttempt },
    );
    await ports.deliveries.settle({ ...end, id: 'absent', attempts: 1, state: 'dead' });
  },

  'those of an endpoint are listed by state, the latest first, page by page': async ({ open }) => {
    const ports = await open();
    const [endpoint, other] = [await endpointIn(ports), await endpointIn(ports)];
    const given = ['a', 'b', 'c'].map((subject) => aDelivery(endpoint, { subject, createdAt: 7 }));
    await ports.deliveries.add([...given, aDelivery(other)]);
    const [latest, ...older] = idsOf(given).sort().reverse();
    const first = await ports.deliveries.list(queryOf(endpoint), { limit: 1 });
    assert.deepEqual(idsOf(first.items), [latest]);
    const rest = await ports.deliveries.list(queryOf(endpoint), { limit: 2, after: first.next });
    assert.deepEqual([idsOf(rest.items), rest.next], [older, undefined]);
    await claim(ports, endpoint, { limit: 1 });
    const [{ id = '' } = {}] = given;
    await ports.deliveries.settle({ id, attempts: 1, state: 'dead', dueAt: NOW, lastAttempt });
    const dead = await ports.deliveries.list({ ...queryOf(endpoint), state: 'dead' }, page);
    assert.deepEqual(idsOf(dead.items), [id]);
    const foreign = await ports.deliveries.list({ ...queryOf(endpoint), accountId: 'bob' }, page);
    assert.deepEqual(foreign.items, []);
  },

  'a dead one that is replayed is pending, due and without attempts; another account’s one is WebhookDeliveryNotFound':
    async ({ open }) => {
      const ports = await open();
      const endpoint = await endpointIn(ports);
      const [{ id } = { id: '' }] = await queued(ports, endpoint, ['a']);
      await claim(ports, endpoint);
      await ports.deliveries.settle({ id, attempts: 1, state: 'dead', dueAt: NOW, lastAttempt });
      const replayed = await ports.deliveries.replay({ ...queryOf(endpoint), id }, NOW + 1);
      const { state, attempts, dueAt } = replayed;
      assert.deepEqual([state, attempts, dueAt], ['pending', 0, NOW + 1]);
      assert.deepEqual(idsOf(await claim(ports, endpoint, { now: NOW + 1 })), [id]);
      const { refusals } = await settle([
        ports.deliveries.replay({ ...queryOf(endpoint), id, accountId: 'bob' }, NOW),
        ports.deliveries.replay({ ...queryOf(endpoint), id: 'absent' }, NOW),
        ports.deliveries.replay({ accountId: 'alice', endpointId: 'absent', id }, NOW),
      ]);
      assertAll(refusals, 3, 'webhook-delivery-not-found');
    },

  'what has ended is removed by age, and what is pending stays': async ({ open }) => {
    const ports = await open();
    const endpoint = await endpointIn(ports);
    const old = ['a', 'b', 'c', 'd'].map((subject, createdAt) => aDelivery(endpoint, { subject, createdAt }));
    await ports.deliveries.add(old);
    await claim(ports, endpoint);
    for (const [index, state] of (['delivered', 'delivered', 'dead'] as const).entries())
      await ports.deliveries.settle({ id: old[index]?.id ?? '', attempts: 1, state, dueAt: 0, lastAttempt });
    const pruned = async (before: number, limit = 10): Promise<number> =>
      await ports.deliveries.prune({ state: 'delivered', before, limit });
    assert.deepEqual([await pruned(0), await pruned(9, 1), await pruned(9), await pruned(9)], [0, 1, 1, 0]);
    const left = await ports.deliveries.list(queryOf(endpoint), page);
    assert.deepEqual(idsOf(left.items), [old[3]?.id, old[2]?.id]);
    await ports.endpoints.remove('alice', endpoint.id);
    assert.deepEqual((await ports.deliveries.list(queryOf(endpoint), page)).items, []);
  },

  'what is pending is there after a restart, in its order': async ({ open, reopen }) => {
    const ports = await open();
    const endpoint = await endpointIn(ports);
    const [first] = idsOf(await queued(ports, endpoint, ['a', 'a']));
    const reopened = await reopen(ports);
    assert.deepEqual(idsOf(await claim(reopened, endpoint)), [first]);
  },
} satisfies Contract<WebhookPorts>;
