import { bearerOf } from '@cairn/access';
import { webhookSchemas, type WebhookShapes } from '@cairn/api-schema';
import { formatCursor, Jobs, parseAll, parseCursor } from '@cairn/kernel';
import {
  CreateWebhook,
  ManageDeliveries,
  ManageWebhooks,
  TestWebhook,
  WEBHOOK_JOB,
  type AttemptResult,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@cairn/webhooks';
import { parse } from '../../messages/faults.js';
import { readJson } from '../../bodies/json-body.js';
import { timestamp } from '../../responses/timestamp.js';
import { callerOf } from '../../access/caller.js';
import type { HttpServices } from '../../http-services.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

const PER_PAGE = 100;

/** Webhooks of an account, and what was delivered to them. */
export function webhookHandlers({ application }: HttpServices): OperationHandlers {
  const createWebhook = application.get(CreateWebhook);
  const webhooks = application.get(ManageWebhooks);
  const testWebhook = application.get(TestWebhook);
  const deliveries = application.get(ManageDeliveries);
  const jobs = application.get(Jobs);

  return {
    createWebhook: async ({ request, response }): Promise<WebhookShapes['createdWebhook']> => {
      const caller = callerOf(request);
      const body = await readJson(request, response, webhookSchemas.createBody);
      const madeBy = bearerOf(caller);
      return withSecret(await createWebhook.execute(caller.accountId, { ...body, madeBy }));
    },

    listWebhooks: async ({ request }): Promise<WebhookShapes['list']> => {
      const { accountId } = callerOf(request);
      return { webhooks: (await webhooks.list(accountId)).map(webhookRecord) };
    },

    getWebhook: async ({ request, params: { id = '' } }): Promise<WebhookShapes['webhook']> => {
      const { accountId } = callerOf(request);
      return webhookRecord(await webhooks.get(accountId, id));
    },

    patchWebhook: async ({ request, response, params: { id = '' } }): Promise<WebhookShapes['webhook']> => {
      const caller = callerOf(request);
      const body = await readJson(request, response, webhookSchemas.patchBody);
      const webhook = await webhooks.change(caller.accountId, id, { ...body, by: bearerOf(caller) });
      if (body.enabled === true) jobs.nudge(WEBHOOK_JOB);
      return webhookRecord(webhook);
    },

    deleteWebhook: async ({ request, params: { id = '' } }) => {
      const { accountId } = callerOf(request);
      await webhooks.remove(accountId, id);
      return NO_CONTENT;
    },

    rotateWebhookSecret: async ({
      request,
      params: { id = '' },
    }): Promise<WebhookShapes['createdWebhook']> => {
      const { accountId } = callerOf(request);
      return withSecret(await webhooks.rotate(accountId, id));
    },

    testWebhook: async ({ request, params: { id = '' } }): Promise<WebhookShapes['attempt']> => {
      const { accountId } = callerOf(request);
      return attemptRecord(await testWebhook.execute(accountId, id));
    },

    listWebhookDeliveries: async ({
      request,
      params: { id: endpointId = '' },
      query,
    }): Promise<WebhookShapes['deliveries']> => {
      const { accountId } = callerOf(request);
      const { limit = PER_PAGE, cursor, state } = parse(query, webhookSchemas.deliveriesQuery);
      const { cursor: after } = parseAll({
        cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
      });
      const { items, next } = await deliveries.list({ accountId, endpointId, state }, { limit, after });
      return { deliveries: items.map(deliveryRecord), ...(next && { nextCursor: formatCursor(next) }) };
    },

    replayWebhookDelivery: async ({
      request,
      params: { id: endpointId = '', delivery: id = '' },
    }): Promise<WebhookShapes['delivery']> => {
      const { accountId } = callerOf(request);
      const delivery = await deliveries.replay({ id, accountId, endpointId });
      jobs.nudge(WEBHOOK_JOB);
      return deliveryRecord(delivery);
    },
  };
}

function webhookRecord(endpoint: WebhookEndpoint): WebhookShapes['webhook'] {
  const { id, url, events, description, disabledBy, failingSince, createdAt, updatedAt } = endpoint;
  return {
    id,
    url,
    events: [...events],
    description,
    enabled: disabledBy === undefined,
    disabledBy: disabledBy ?? null,
    failingSince: failingSince === undefined ? null : timestamp(failingSince),
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
  };
}

function withSecret(endpoint: WebhookEndpoint): WebhookShapes['createdWebhook'] {
  return { ...webhookRecord(endpoint), secret: endpoint.secret };
}

function attemptRecord({ at, durationMs, status, error }: AttemptResult): WebhookShapes['attempt'] {
  return { at: timestamp(at), durationMs, status: status ?? null, error: error ?? null };
}

function deliveryRecord(delivery: WebhookDelivery): WebhookShapes['delivery'] {
  const { id, type, subject, state, attempts, body, createdAt, dueAt, lastAttempt } = delivery;
  return {
    id,
    type,
    subject,
    state,
    attempts,
    body,
    createdAt: timestamp(createdAt),
    nextAttemptAt: state === 'pending' ? timestamp(dueAt) : null,
    lastAttempt: lastAttempt === undefined ? null : attemptRecord(lastAttempt),
  };
}
