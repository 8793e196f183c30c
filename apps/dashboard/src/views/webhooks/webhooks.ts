import type { WebhookShapes } from '@cairn/api-schema';
import { client } from '../../api/client.ts';

export type Webhook = WebhookShapes['webhook'];
export type CreatedWebhook = WebhookShapes['createdWebhook'];
export type WebhookDelivery = WebhookShapes['delivery'];
export type WebhookAttempt = WebhookShapes['attempt'];

const ALL = '/api/webhooks';

/** Identifiers need no encoding. */
const of = (id: string, rest = ''): string => `${ALL}/${id}${rest}`;

export const listWebhooks = async (): Promise<readonly Webhook[]> =>
  (await client.call<WebhookShapes['list']>('GET', ALL)).webhooks;

export const createWebhook = (body: WebhookShapes['createBody']): Promise<CreatedWebhook> =>
  client.call('POST', ALL, body);

export const changeWebhook = (id: string, body: WebhookShapes['patchBody']): Promise<Webhook> =>
  client.call('PATCH', of(id), body);

export const removeWebhook = (id: string): Promise<void> => client.call('DELETE', of(id));

export const rotateSecret = (id: string): Promise<CreatedWebhook> => client.call('POST', of(id, '/secret'));

export const testWebhook = (id: string): Promise<WebhookAttempt> => client.call('POST', of(id, '/test'));

/** The latest deliveries; only those in a given state, if there is one. */
export const listDeliveries = async (
  id: string,
  state?: WebhookDelivery['state'],
): Promise<readonly WebhookDelivery[]> =>
  (
    await client.call<WebhookShapes['deliveries']>(
      'GET',
      of(id, state === undefined ? '/deliveries' : `/deliveries?state=${state}`),
    )
  ).deliveries;

export const replayDelivery = (id: string, delivery: string): Promise<WebhookDelivery> =>
  client.call('POST', of(id, `/deliveries/${delivery}/replay`));

/** The types offered in the page. The API also accepts single types. */
export const KINDS = ['image.*', 'album.*', 'space.*', 'features.*', 'job.*'] as const;
