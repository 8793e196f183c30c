import { describe, it } from '@jest/globals';
import type { WebhookEndpointRepository } from '@cairn/webhooks/spi';
import {
  sabotaged,
  later,
  verify,
  verifyFails,
  webhookDeliveryRepositoryContract,
  webhookEndpointRepositoryContract,
  webhookQueueContract,
  type Saboteurs,
  type WebhookPorts,
} from '@cairn/testkit';
import { MemoryWebhookDeliveryRepository } from './memory-webhook-delivery-repository.js';
import { MemoryWebhookEndpointRepository } from './memory-webhook-endpoint-repository.js';

const openEndpoints = async (): Promise<WebhookEndpointRepository> => new MemoryWebhookEndpointRepository();
const open = async (): Promise<WebhookPorts> => {
  const endpoints = new MemoryWebhookEndpointRepository();
  return { endpoints, deliveries: new MemoryWebhookDeliveryRepository(endpoints) };
};

describe('MemoryWebhookEndpointRepository', () =>
  verify({
    contract: webhookEndpointRepositoryContract,
    subject: { open: openEndpoints, reopen: openEndpoints },
    it,
    waivers: { 'endpoints are there after a restart': 'memory is not durable' },
  }));

describe('MemoryWebhookDeliveryRepository', () =>
  verify({
    contract: webhookDeliveryRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'what is pending is there after a restart, in its order': 'memory is not durable' },
  }));

describe('MemoryWebhookDeliveryRepository, as queues', () =>
  verify({ contract: webhookQueueContract, subject: { open, reopen: open }, it }));

const ofEndpoints: Saboteurs<WebhookEndpointRepository, typeof webhookEndpointRepositoryContract> = {
  'an endpoint is found with every field, by its account alone': (endpoints) =>
    sabotaged(endpoints, {
      add: ({ formerSecret: _, ...rest }, max) => endpoints.add(rest, max),
    }),
  'those of an account are listed, the oldest first': (endpoints) =>
    sabotaged(endpoints, { list: async (accountId) => [...(await endpoints.list(accountId))].reverse() }),
  'an account has at most so many, also of concurrent ones': (endpoints) =>
    sabotaged(endpoints, {
      add: async (endpoint, max) => {
        const count = (await endpoints.list(endpoint.accountId)).length;
        await later();
        await endpoints.add(endpoint, count < max ? 100 : max);
      },
    }),
  'only those that are enabled are found for events': (endpoints) =>
    sabotaged(endpoints, { listEnabled: async ([accountId = '']) => await endpoints.list(accountId) }),
  'a change replaces what it names, and removes what it says is null': (endpoints) =>
    sabotaged(endpoints, {
      update: async (accountId, id, { disabledBy, ...change }) =>
        await endpoints.update(accountId, id, { ...change, ...(disabledBy !== null && { disabledBy }) }),
    }),
  'a removed one is not found any more; an absent or another account’s one is WebhookNotFound': (endpoints) =>
    sabotaged(endpoints, {
      remove: (accountId, id) => endpoints.remove(accountId, id).catch(() => undefined),
    }),
  'endpoints are there after a restart': (endpoints) => endpoints,
};

describe('the contract of endpoints of webhooks', () =>
  verifyFails({
    contract: webhookEndpointRepositoryContract,
    subject: { open: openEndpoints, reopen: openEndpoints },
    saboteurs: ofEndpoints,
    it,
  }));

type Deliveries = WebhookPorts['deliveries'];
const broken =
  (replace: (deliveries: Deliveries) => Partial<Deliveries>) =>
  ({ endpoints, deliveries }: WebhookPorts): WebhookPorts => ({
    endpoints,
    deliveries: sabotaged(deliveries, replace(deliveries)),
  });

const ofDeliveries: Saboteurs<WebhookPorts, typeof webhookDeliveryRepositoryContract> = {
  'a delivery is added once, and not for an endpoint that is gone': broken((deliveries) => {
    let count = 0;
    return {
      add: (given) =>
        deliveries.add(given.map((delivery) => ({ ...delivery, id: `${delivery.id}${(count += 1)}` }))),
    };
  }),
  'a delivery keeps the trace of its event': broken((deliveries) => ({
    add: (given) => deliveries.add(given.map(({ traceparent: _, ...delivery }) => delivery)),
  })),
  'only the latest attempt settles a delivery, with how it ended': broken((deliveries) => ({
    settle: async (outcome) => {
      await deliveries.settle(outcome);
      await deliveries.settle({ ...outcome, attempts: outcome.attempts + 1 });
    },
  })),
  'those of an endpoint are listed by state, the latest first, page by page': broken((deliveries) => ({
    list: ({ state: _, ...query }, page) => deliveries.list(query, page),
  })),
  'a dead one that is replayed is pending, due and without attempts; another account’s one is WebhookDeliveryNotFound':
    broken((deliveries) => ({ replay: (delivery, now) => deliveries.replay(delivery, now + 1_000) })),
  'what has ended is removed by age, and what is pending stays': broken((deliveries) => ({
    prune: (pruning) => deliveries.prune({ ...pruning, limit: 100 }),
  })),
  'what is pending is there after a restart, in its order': (ports) => ports,
};

const ofQueues: Saboteurs<WebhookPorts, typeof webhookQueueContract> = {
  'of each subject the first pending one is claimed, the others wait until it has ended': broken(
    (deliveries) => ({
      add: (given) => deliveries.add(given.map((delivery) => ({ ...delivery, subject: delivery.id }))),
    }),
  ),
  'no more are claimed than asked for, and of another endpoint none': broken((deliveries) => ({
    claim: (claim) => deliveries.claim({ ...claim, limit: 3 }),
  })),
  'of concurrent claims one takes it, and nobody else until its attempt is taken for lost': broken(
    (deliveries) => ({ claim: (claim) => deliveries.claim({ ...claim, until: claim.now }) }),
  ),
  'those that were due first are claimed first, in the order of their addition where they were due at once':
    broken((deliveries) => ({
      add: (given) => deliveries.add(given.map((delivery) => ({ ...delivery, createdAt: 5 }))),
    })),
  'one that is added while the one before it ends is claimed next': broken((deliveries) => ({
    settle: async (outcome) => {
      await later();
      await later();
      void deliveries.settle({ ...outcome, attempts: outcome.attempts - 1 });
    },
  })),
  'how many of an endpoint are pending is counted': broken((deliveries) => {
    let added = 0;
    return {
      add: async (given) => (added = await deliveries.add(given)),
      countPending: async () => added,
    };
  }),
  'endpoints are due that have something to send, are enabled and not left out': broken((deliveries) => ({
    findDue: (due) => deliveries.findDue({ ...due, except: [] }),
  })),
  'one that is replayed goes before those of its subject that wait': broken((deliveries) => ({
    replay: async (delivery, now) => await deliveries.replay(delivery, now + 1),
  })),
  'what is pending is removed by age for disabled endpoints alone, and what is left of a subject is next': ({
    endpoints,
    deliveries,
  }) => ({
    endpoints,
    deliveries: sabotaged(deliveries, {
      prune: async (pruning) => {
        for (const { id } of await endpoints.list('alice'))
          await endpoints.update('alice', id, { disabledBy: 'owner' });
        return await deliveries.prune(pruning);
      },
    }),
  }),
};

describe('the contract of deliveries of webhooks', () =>
  verifyFails({
    contract: webhookDeliveryRepositoryContract,
    subject: { open, reopen: open },
    saboteurs: ofDeliveries,
    it,
  }));

describe('the contract of queues of webhooks', () =>
  verifyFails({
    contract: webhookQueueContract,
    subject: { open, reopen: open },
    saboteurs: ofQueues,
    it,
  }));
