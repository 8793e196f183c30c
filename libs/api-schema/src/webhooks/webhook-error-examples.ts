import { invalid, type ErrorExample } from '../error-example.js';
import type { ErrorStatus } from '../error-statuses.js';

const webhook = { code: 'webhook-not-found', detail: 'The account has no webhook with this identifier.' };
const url = invalid('url', 'address-not-allowed', '127.0.0.1 is not a public address.');

/** Error examples of the operations on webhooks. */
export const webhookErrorExamples: Readonly<
  Record<string, Readonly<Partial<Record<ErrorStatus, ErrorExample>>>>
> = {
  createWebhook: {
    400: url,
    409: { code: 'webhook-limit-reached', detail: 'An account has at most 20 webhooks.' },
  },
  getWebhook: { 404: webhook },
  patchWebhook: { 400: url, 404: webhook },
  deleteWebhook: { 404: webhook },
  rotateWebhookSecret: { 404: webhook },
  testWebhook: {
    404: webhook,
    409: {
      code: 'webhooks-held',
      detail:
        'This is a restored copy: it sends no webhooks until it is promoted to take the place of its original.',
    },
  },
  listWebhookDeliveries: {
    400: invalid('limit', 'too-small', 'must be a whole number from 1 to 1000'),
    404: webhook,
  },
  replayWebhookDelivery: { 404: webhook },
};
