import type { WebhookShapes } from '@cairn/api-schema';
import { client } from '../../api/client.ts';

export type Webhook = WebhookShapes['webhook'];
export type CreatedWebhook = WebhookShapes['createdWebhook'];
export type WebhookDelivery = WebhookShapes['delivery'];
export type WebhookAttempt = WebhookShapes['attempt'];

export const listWebhooks = async (): Promise<readonly Webhook[]> =>
  (await client.call('GET /api/webhooks')).webhooks;

export const createWebhook = (body: WebhookShapes['createBody']): Promise<CreatedWebhook> =>
  client.call('POST /api/webhooks', { body });

export const changeWebhook = (id: string, body: WebhookShapes['patchBody']): Promise<Webhook> =>
  client.call('PATCH /api/webhooks/{id}', { params: { id }, body });

export const removeWebhook = (id: string): Promise<void> =>
  client.call('DELETE /api/webhooks/{id}', { params: { id } });

export const rotateSecret = (id: string): Promise<CreatedWebhook> =>
  client.call('POST /api/webhooks/{id}/secret', { params: { id } });

export const testWebhook = (id: string): Promise<WebhookAttempt> =>
  client.call('POST /api/webhooks/{id}/test', { params: { id } });

/** The latest deliveries; only those in a given state, if there is one. */
export const listDeliveries = async (
  id: string,
  state?: WebhookDelivery['state'],
): Promise<readonly WebhookDelivery[]> =>
  (await client.call('GET /api/webhooks/{id}/deliveries', { params: { id }, query: { state } })).deliveries;

export const replayDelivery = (id: string, delivery: string): Promise<WebhookDelivery> =>
  client.call('POST /api/webhooks/{id}/deliveries/{delivery}/replay', { params: { id, delivery } });

/** The types offered in the page. The API also accepts single types. */
export const KINDS = ['image.*', 'album.*', 'space.*', 'features.*', 'map.*', 'job.*'] as const;
