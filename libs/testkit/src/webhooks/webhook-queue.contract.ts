import { assert } from '../assert.js';
import type { NewDelivery } from '@cairn/webhooks/spi';
import type { Contract } from '../contract.js';
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

/** Rules for every `WebhookDeliveryRepository`: what is due, and in which order. */
export const webhookQueueContract = {
  'of each subject the first pending one is claimed, the others wait until it has ended': async ({
    open,
  }) => {
    const ports = await open();
    const endpoint = await endpointIn(ports);
    const [a1, b1, a2, a3] = idsOf(await queued(ports, endpoint, ['a', 'b', 'a', 'a']));
    const claimed = await claim(ports, endpoint);
    assert.deepEqual(idsOf(claimed), [a1, b1]);
    assert.deepEqual(
      claimed.map(({ attempts, dueAt }) => ({ attempts, dueAt })),
      Array.from(claimed, () => ({ attempts: 1, dueAt: UNTIL })),
    );
    assert.deepEqual(await claim(ports, endpoint), []);
    const settled = { attempts: 1, lastAttempt, dueAt: NOW + 5 };
    await ports.deliveries.settle({ ...settled, id: a1 ?? '', state: 'pending' });
    assert.deepEqual(await claim(ports, endpoint), []);
    assert.deepEqual(idsOf(await claim(ports, endpoint, { now: NOW + 5 })), [a1]);
    await ports.deliveries.settle({ ...settled, attempts: 2, id: a1 ?? '', state: 'dead' });
    assert.deepEqual(idsOf(await claim(ports, endpoint)), [a2]);
    await ports.deliveries.settle({ ...settled, id: a2 ?? '', state: 'delivered' });
    assert.deepEqual(idsOf(await claim(ports, endpoint)), [a3]);
  },

  'no more are claimed than asked for, and of another endpoint none': async ({ open }) => {
    const ports = await open();
    const [endpoint, other] = [await endpointIn(ports), await endpointIn(ports)];
    const ids = idsOf(await queued(ports, endpoint, ['a', 'b', 'c']));
    await queued(ports, other, ['a']);
    assert.deepEqual(idsOf(await claim(ports, endpoint, { limit: 2 })), ids.slice(0, 2));
    assert.deepEqual(idsOf(await claim(ports, endpoint, { limit: 2 })), ids.slice(2));
  },

  'of concurrent claims one takes it, and nobody else until its attempt is taken for lost': async ({
    open,
  }) => {
    const ports = await open();
    const endpoint = await endpointIn(ports);
    const ids = idsOf(await queued(ports, endpoint, ['a', 'b', 'c']));
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim(ports, endpoint)));
    assert.deepEqual(idsOf(claims.flat()).sort(), [...ids].sort());
    assert.deepEqual(await claim(ports, endpoint, { now: UNTIL - 1 }), []);
    const again = await claim(ports, endpoint, { now: UNTIL });
    assert.deepEqual(
      again.map(({ attempts }) => attempts),
      [2, 2, 2],
    );
  },

  'those that were due first are claimed first, in the order of their addition where they were due at once':
    async ({ open }) => {
      const ports = await open();
      const endpoint = await endpointIn(ports);
      const at = (subject: string, createdAt: number): NewDelivery =>
        aDelivery(endpoint, { subject, createdAt });
      const [a, b, c] = [at('a', 5), at('b', 7), at('c', 5)];
      await ports.deliveries.add([a, b, c]);
      assert.deepEqual(idsOf(await claim(ports, endpoint, { now: 6, limit: 1 })), [a.id]);
      await ports.deliveries.settle({ id: a.id, attempts: 1, state: 'pending', dueAt: 9, lastAttempt });
      assert.deepEqual(idsOf(await claim(ports, endpoint, { limit: 2 })), [c.id, b.id]);
      assert.deepEqual(idsOf(await claim(ports, endpoint)), [a.id]);
    },

  'one that is added while the one before it ends is claimed next': async ({ open }) => {
    const ports = await open();
    const endpoint = await endpointIn(ports);
    for (let round = 0; round < 10; round += 1) {
      const [first, second] = [aDelivery(endpoint), aDelivery(endpoint)];
      await ports.deliveries.add([first]);
      await claim(ports, endpoint);
      await Promise.all([
        ports.deliveries.settle({ id: first.id, attempts: 1, state: 'delivered', dueAt: NOW, lastAttempt }),
        ports.deliveries.add([second]),
      ]);
      assert.deepEqual(idsOf(await claim(ports, endpoint)), [second.id]);
      await ports.deliveries.settle({ id: second.id, attempts: 1, state: 'dead', dueAt: NOW, lastAttempt });
    }
  },

  'how many of an endpoint are pending is counted': async ({ open }) => {
    const ports = await open();
    const [endpoint, other] = [await endpointIn(ports), await endpointIn(ports)];
    const [first] = idsOf(await queued(ports, endpoint, ['a', 'a', 'b']));
    await queued(ports, other, ['a']);
    await claim(ports, endpoint);
    const end = { id: first ?? '', attempts: 1, dueAt: NOW, lastAttempt } as const;
    await ports.deliveries.settle({ ...end, state: 'pending' });
    assert.equal(await ports.deliveries.countPending(endpoint.id), 3);
    await ports.deliveries.settle({ ...end, state: 'delivered' });
    assert.equal(await ports.deliveries.countPending(endpoint.id), 2);
    assert.equal(await ports.deliveries.countPending('absent'), 0);
  },

  'endpoints are due that have something to send, are enabled and not left out': async ({ open }) => {
    const ports = await open();
    const [one, two, disabled, later] = [
      await endpointIn(ports),
      await endpointIn(ports, 'bob'),
      await endpointIn(ports),
      await endpointIn(ports),
    ];
    for (const endpoint of [one, two, disabled]) await queued(ports, endpoint, ['a', 'a', 'b']);
    await ports.deliveries.add([aDelivery(later, { createdAt: NOW + 1 })]);
    await ports.endpoints.update('alice', disabled.id, { disabledBy: 'owner' });
    const due = async (except: readonly string[] = [], limit = 10): Promise<readonly string[]> =>
      (await ports.deliveries.findDue({ now: NOW, limit, except })).map(
        ({ endpointId, accountId }) => `${accountId} ${endpointId}`,
      );
    const expected = [`alice ${one.id}`, `bob ${two.id}`];
    assert.deepEqual([...(await due())].sort(), expected);
    assert.deepEqual(await due([one.id]), expected.slice(1));
    assert.equal((await due([], 1)).length, 1);
    assert.deepEqual(await claim(ports, disabled), []);
    await claim(ports, one);
    assert.deepEqual(await due(), expected.slice(1)); // what waits for an earlier one is not due
    await ports.endpoints.update('alice', disabled.id, { disabledBy: null });
    assert.deepEqual(await due([two.id]), [`alice ${disabled.id}`]);
  },

  'one that is replayed goes before those of its subject that wait': async ({ open }) => {
    const ports = await open();
    const endpoint = await endpointIn(ports);
    const [first = '', second = ''] = idsOf(await queued(ports, endpoint, ['a', 'a', 'b']));
    await claim(ports, endpoint);
    const end = { attempts: 1, dueAt: NOW, lastAttempt } as const;
    await ports.deliveries.settle({ ...end, id: first, state: 'dead' });
    await ports.deliveries.replay({ ...queryOf(endpoint), id: first }, NOW);
    assert.deepEqual(idsOf(await claim(ports, endpoint)), [first]);
    await ports.deliveries.settle({ ...end, id: first, state: 'delivered' });
    assert.deepEqual(idsOf(await claim(ports, endpoint)), [second]);
    await ports.deliveries.settle({ ...end, id: second, state: 'dead' });
    assert.deepEqual(await claim(ports, endpoint), []);
  },

  'what is pending is removed by age for disabled endpoints alone, and what is left of a subject is next':
    async ({ open }) => {
      const ports = await open();
      const [enabled, disabled] = [await endpointIn(ports), await endpointIn(ports)];
      const both = [enabled, disabled].flatMap((endpoint) =>
        ['a', 'a', 'b', 'a'].map((subject, createdAt) => aDelivery(endpoint, { subject, createdAt })),
      );
      await ports.deliveries.add(both);
      await ports.endpoints.update('alice', disabled.id, { disabledBy: 'backlog' });
      const pruned = async (before: number, limit = 10): Promise<number> =>
        await ports.deliveries.prune({ state: 'pending', before, limit });
      assert.deepEqual([await pruned(0), await pruned(2, 1), await pruned(2), await pruned(2)], [0, 1, 1, 0]);
      assert.equal(await ports.deliveries.countPending(enabled.id), 4);
      await ports.endpoints.update('alice', disabled.id, { disabledBy: null });
      assert.deepEqual(idsOf(await claim(ports, disabled)), idsOf(both.slice(6)));
    },
} satisfies Contract<WebhookPorts>;
