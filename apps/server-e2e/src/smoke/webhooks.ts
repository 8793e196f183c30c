import type { WebhookShapes } from '@cairn/api-schema';
import { expect } from '@jest/globals';
import { Receiver } from '../support/receiver.js';
import { UNKNOWN, type Rows } from './row.js';
import type { World } from './world.js';

type Created = WebhookShapes['createdWebhook'];

const newWebhook = async ({ user }: World, url = 'https://hooks.example.org/'): Promise<Created> =>
  (await user.post('/api/webhooks', { url, events: ['image.*'] })).json();

/** With a webhook that leads to a receiver. It is removed afterwards, so that it delays no other test. */
async function receiving<T>(
  world: World,
  use: (receiver: Receiver, webhook: Created) => Promise<T>,
): Promise<T> {
  const receiver = await Receiver.start();
  const webhook = await newWebhook(world, receiver.url);
  try {
    return await use(receiver, webhook);
  } finally {
    receiver.close();
    await world.user.delete(`/api/webhooks/${webhook.id}`);
  }
}

const none = (path = ''): string => `/api/webhooks/${UNKNOWN}${path}`;

/** Webhooks of an account. */
export const webhooks: Rows = {
  createWebhook: {
    gives: 201,
    works: async (world) => {
      const body = {
        url: 'https://hooks.example.org/',
        events: ['album.*', 'image.added'],
        description: 'x',
      };
      const answer = await world.user.post('/api/webhooks', body);
      const { id, secret } = answer.json<Created>();
      expect(secret).toMatch(/^whsec_[0-9A-Za-z]{32}$/);
      await world.user.delete(`/api/webhooks/${id}`);
      return answer.shows({ ...body, enabled: true, disabledBy: null, failingSince: null });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.post('/api/webhooks', { url: 'http://169.254.169.254/', events: ['*'] }),
  },
  listWebhooks: {
    gives: 200,
    works: async (world) => {
      const { id } = await newWebhook(world);
      const answer = await world.user.get('/api/webhooks');
      expect(answer.json<WebhookShapes['list']>().webhooks.map((webhook) => webhook.id)).toContain(id);
      expect(answer.bytes.toString()).not.toContain('whsec_');
      await world.user.delete(`/api/webhooks/${id}`);
      return answer;
    },
    refused: [403, 'scope-missing'],
    fails: ({ viewer }) => viewer.get('/api/webhooks'),
  },
  getWebhook: {
    gives: 200,
    works: async (world) => {
      const { id, url } = await newWebhook(world);
      const answer = (await world.user.get(`/api/webhooks/${id}`)).shows({ id, url });
      await world.user.delete(`/api/webhooks/${id}`);
      return answer;
    },
    refused: [404, 'webhook-not-found'],
    fails: (world) => world.user.get(none()),
  },
  patchWebhook: {
    gives: 200,
    works: async (world) => {
      const { id } = await newWebhook(world);
      const answer = await world.user.patch(`/api/webhooks/${id}`, { events: ['*'], enabled: false });
      await world.user.delete(`/api/webhooks/${id}`);
      return answer.shows({ events: ['*'], enabled: false, disabledBy: 'owner' });
    },
    refused: [404, 'webhook-not-found'],
    fails: (world) => world.user.patch(none(), { enabled: true }),
  },
  deleteWebhook: {
    gives: 204,
    works: async (world) => {
      const { id } = await newWebhook(world);
      const answer = await world.user.delete(`/api/webhooks/${id}`);
      expect((await world.user.get(`/api/webhooks/${id}`)).code).toBe('webhook-not-found');
      return answer;
    },
    refused: [404, 'webhook-not-found'],
    fails: (world) => world.user.delete(none()),
  },
  rotateWebhookSecret: {
    gives: 200,
    works: async (world) => {
      const { id, secret } = await newWebhook(world);
      const answer = await world.user.post(`/api/webhooks/${id}/secret`);
      expect(answer.json<Created>().secret).not.toBe(secret);
      await world.user.delete(`/api/webhooks/${id}`);
      return answer;
    },
    refused: [404, 'webhook-not-found'],
    fails: (world) => world.user.post(none('/secret')),
  },
  testWebhook: {
    gives: 200,
    works: async (world) =>
      await receiving(world, async (receiver, { id }) => {
        const answer = await world.user.post(`/api/webhooks/${id}/test`);
        expect(receiver.received.map(({ type }) => type)).toEqual(['webhook.test']);
        return answer.shows({ status: 204, error: null });
      }),
    refused: [404, 'webhook-not-found'],
    fails: (world) => world.user.post(none('/test')),
  },
  listWebhookDeliveries: {
    gives: 200,
    works: async (world) =>
      await receiving(world, async (receiver, { id: webhook }) => {
        const { id } = await world.newImage();
        await receiver.until((received) => received.some(({ subject }) => subject === id));
        const answer = await world.user.get(`/api/webhooks/${webhook}/deliveries?limit=10`);
        const { deliveries } = answer.json<WebhookShapes['deliveries']>();
        expect(deliveries).toContainEqual(
          expect.objectContaining({ subject: `image:${id}`, type: 'image.added' }),
        );
        return answer;
      }),
    refused: [404, 'webhook-not-found'],
    fails: (world) => world.user.get(none('/deliveries')),
  },
  replayWebhookDelivery: {
    gives: 200,
    works: async (world) =>
      await receiving(world, async (receiver, { id: webhook }) => {
        const { id } = await world.newImage();
        const ofImage = (received: Receiver['received'][number]): boolean => received.subject === id;
        await receiver.until((received) => received.some(ofImage));
        const [first] = receiver.received.filter(ofImage);
        const path = `/api/webhooks/${webhook}/deliveries`;
        const answer = await world.user.post(`${path}/${first?.id}/replay`);
        await receiver.until((received) => received.filter((one) => one.id === first?.id).length > 1);
        return answer.shows({ id: first?.id, state: 'pending', attempts: 0 });
      }),
    refused: [404, 'webhook-delivery-not-found'],
    fails: async (world) => {
      const { id } = await newWebhook(world);
      const answer = await world.user.post(`/api/webhooks/${id}/deliveries/msg_none/replay`);
      await world.user.delete(`/api/webhooks/${id}`);
      return answer;
    },
  },
};
