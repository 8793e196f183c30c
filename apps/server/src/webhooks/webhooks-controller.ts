import { bearerOf, type Caller } from '@cairn/access';
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
import { Controller, Param, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccessGuard } from '../access/guard/access-guard.js';
import { Authenticated } from '../access/authenticated.js';
import { FromApplication } from '../application-providers.js';
import { parse } from '../http/faults.js';
import { ProblemFilter } from '../errors/problem-filter.js';
import { readJson } from '../http/body/json-body.js';
import { queryOf } from '../http/query.js';
import { timestamp } from '../http/responses/timestamp.js';
import { HandlesOperation } from '../http/operations/handles-operation.js';

const PER_PAGE = 100;

/** Webhooks of an account, and what was delivered to them. */
@Controller()
@UseGuards(AccessGuard)
@UseFilters(ProblemFilter)
export class WebhooksController {
  constructor(
    @FromApplication(CreateWebhook) private readonly createWebhook: CreateWebhook,
    @FromApplication(ManageWebhooks) private readonly webhooks: ManageWebhooks,
    @FromApplication(TestWebhook) private readonly testWebhook: TestWebhook,
    @FromApplication(ManageDeliveries) private readonly deliveries: ManageDeliveries,
    @FromApplication(Jobs) private readonly jobs: Jobs,
  ) {}

  @HandlesOperation('createWebhook')
  async create(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookShapes['createdWebhook']> {
    const body = await readJson(request, response, webhookSchemas.createBody);
    const madeBy = bearerOf(caller);
    return withSecret(await this.createWebhook.execute(caller.accountId, { ...body, madeBy }));
  }

  @HandlesOperation('listWebhooks')
  async list(@Authenticated() { accountId }: Caller): Promise<WebhookShapes['list']> {
    return { webhooks: (await this.webhooks.list(accountId)).map(webhookRecord) };
  }

  @HandlesOperation('getWebhook')
  async get(
    @Authenticated() { accountId }: Caller,
    @Param('id') id: string,
  ): Promise<WebhookShapes['webhook']> {
    return webhookRecord(await this.webhooks.get(accountId, id));
  }

  @HandlesOperation('patchWebhook')
  async change(
    @Authenticated() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Param('id') id: string,
  ): Promise<WebhookShapes['webhook']> {
    const body = await readJson(request, response, webhookSchemas.patchBody);
    const webhook = await this.webhooks.change(caller.accountId, id, { ...body, by: bearerOf(caller) });
    if (body.enabled === true) this.jobs.nudge(WEBHOOK_JOB);
    return webhookRecord(webhook);
  }

  @HandlesOperation('deleteWebhook')
  async remove(@Authenticated() { accountId }: Caller, @Param('id') id: string): Promise<void> {
    await this.webhooks.remove(accountId, id);
  }

  @HandlesOperation('rotateWebhookSecret')
  async rotate(
    @Authenticated() { accountId }: Caller,
    @Param('id') id: string,
  ): Promise<WebhookShapes['createdWebhook']> {
    return withSecret(await this.webhooks.rotate(accountId, id));
  }

  @HandlesOperation('testWebhook')
  async test(
    @Authenticated() { accountId }: Caller,
    @Param('id') id: string,
  ): Promise<WebhookShapes['attempt']> {
    return attemptRecord(await this.testWebhook.execute(accountId, id));
  }

  @HandlesOperation('listWebhookDeliveries')
  async listDeliveries(
    @Authenticated() { accountId }: Caller,
    @Req() request: Request,
    @Param('id') endpointId: string,
  ): Promise<WebhookShapes['deliveries']> {
    const { limit = PER_PAGE, cursor, state } = parse(queryOf(request), webhookSchemas.deliveriesQuery);
    const { cursor: after } = parseAll({
      cursor: () => (cursor === undefined ? undefined : parseCursor(cursor)),
    });
    const { items, next } = await this.deliveries.list({ accountId, endpointId, state }, { limit, after });
    return { deliveries: items.map(deliveryRecord), ...(next && { nextCursor: formatCursor(next) }) };
  }

  @HandlesOperation('replayWebhookDelivery')
  async replay(
    @Authenticated() { accountId }: Caller,
    @Param('id') endpointId: string,
    @Param('delivery') id: string,
  ): Promise<WebhookShapes['delivery']> {
    const delivery = await this.deliveries.replay({ id, accountId, endpointId });
    this.jobs.nudge(WEBHOOK_JOB);
    return deliveryRecord(delivery);
  }
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
