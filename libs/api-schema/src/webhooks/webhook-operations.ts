import { json } from '../content.js';
import type { Operation } from '../operation.js';
import { webhookExamples as examples } from '../examples/webhook-examples.js';
import { webhookSchemas as schemas } from './webhooks.js';
import { invalid, usual } from '../error-example.js';

const webhook = {
  code: 'webhook-not-found',
  detail: 'The account has no webhook with this identifier.',
};
const url = invalid('url', 'address-not-allowed', '127.0.0.1 is not a public address.');

/** Messages contain data of images and spaces, so a webhook requires the scopes for reading them. */
const managing = {
  api: 'accounts',
  access: 'key',
  scope: ['keys:manage', 'images:read', 'spaces:read'],
} as const;
const id = { id: { description: 'Identifier of the webhook.', example: examples.webhook.id } };
const found = { 200: { description: 'The webhook.', body: json(schemas.webhook, examples.webhook) } };
const body = json(schemas.createdWebhook, examples.createdWebhook);

/** Telling other services what happens in an account. */
export const webhookOperations = [
  {
    ...managing,
    id: 'createWebhook',
    reach: { on: 'account', role: 'manager' },
    method: 'post',
    path: '/api/webhooks',
    summary: 'Add a webhook',
    description:
      'Messages about what happens in the account are sent there from now on, at least once each, signed by Standard Webhooks.',
    body: json(schemas.createBody, examples.createBody),
    responses: { 201: { description: 'The webhook, with its secret.', body } },
    errors: {
      400: url,
      409: { code: 'webhook-limit-reached', detail: 'An account has at most 20 webhooks.' },
      413: usual,
      415: usual,
    },
  },
  {
    ...managing,
    id: 'listWebhooks',
    reach: { on: 'account', role: 'manager' },
    method: 'get',
    path: '/api/webhooks',
    summary: 'List webhooks',
    description: 'The oldest first, without their secrets.',
    responses: {
      200: { description: 'The webhooks.', body: json(schemas.list, { webhooks: [examples.webhook] }) },
    },
    errors: {},
  },
  {
    ...managing,
    id: 'getWebhook',
    reach: { on: 'account', role: 'manager' },
    method: 'get',
    path: '/api/webhooks/{id}',
    summary: 'Get a webhook',
    parameters: id,
    responses: found,
    errors: { 404: webhook },
  },
  {
    ...managing,
    id: 'patchWebhook',
    reach: { on: 'account', role: 'manager' },
    method: 'patch',
    path: '/api/webhooks/{id}',
    summary: 'Change a webhook',
    description:
      'Messages are not made for a webhook while it is disabled; those that wait are sent once it is enabled.',
    parameters: id,
    body: json(schemas.patchBody, examples.patchBody),
    responses: found,
    errors: { 400: url, 404: webhook, 413: usual, 415: usual },
  },
  {
    ...managing,
    id: 'deleteWebhook',
    reach: { on: 'account', role: 'manager' },
    method: 'delete',
    path: '/api/webhooks/{id}',
    summary: 'Delete a webhook',
    description: 'With its deliveries, also those that wait.',
    parameters: id,
    responses: { 204: { description: 'The webhook is gone.' } },
    errors: { 404: webhook },
  },
  {
    ...managing,
    id: 'rotateWebhookSecret',
    reach: { on: 'account', role: 'manager' },
    method: 'post',
    path: '/api/webhooks/{id}/secret',
    summary: 'Make another secret for a webhook',
    description: 'For a day messages have two signatures, one with each secret.',
    parameters: id,
    responses: { 200: { description: 'The webhook, with its new secret.', body } },
    errors: { 404: webhook },
  },
  {
    ...managing,
    id: 'testWebhook',
    reach: { on: 'account', role: 'manager' },
    method: 'post',
    path: '/api/webhooks/{id}/test',
    summary: 'Send a test message to a webhook',
    description:
      'Of the type `webhook.test`, once, also where it is disabled. The answer is how that ended. A restored copy sends none.',
    parameters: id,
    responses: {
      200: { description: 'How it ended.', body: json(schemas.attempt, examples.attempt) },
    },
    errors: {
      404: webhook,
      409: {
        code: 'webhooks-held',
        detail:
          'This is a restored copy: it sends no webhooks until it is promoted to take the place of its original.',
      },
    },
  },
  {
    ...managing,
    id: 'listWebhookDeliveries',
    reach: { on: 'account', role: 'manager' },
    method: 'get',
    path: '/api/webhooks/{id}/deliveries',
    summary: 'List the deliveries of a webhook',
    description:
      'The latest first, page by page. Those that succeeded are kept for a week, dead ones for 30 days.',
    parameters: id,
    query: schemas.deliveriesQuery,
    responses: {
      200: {
        description: 'The deliveries.',
        body: json(schemas.deliveries, { deliveries: [examples.delivery] }),
      },
    },
    errors: { 400: invalid('limit', 'too-small', 'must be a whole number from 1 to 1000'), 404: webhook },
  },
  {
    ...managing,
    id: 'replayWebhookDelivery',
    reach: { on: 'account', role: 'manager' },
    method: 'post',
    path: '/api/webhooks/{id}/deliveries/{delivery}/replay',
    summary: 'Deliver a message again',
    description: 'With the same `webhook-id`, as soon as those of its subject before it have ended.',
    parameters: {
      ...id,
      delivery: { description: 'Identifier of the delivery.', example: examples.delivery.id },
    },
    responses: { 200: { description: 'The delivery.', body: json(schemas.delivery, examples.replayed) } },
    errors: { 404: webhook },
  },
] as const satisfies readonly Operation[];
