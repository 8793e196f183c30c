import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { WebhooksHeld } from '../errors.js';
import { WebhookEndpointRepository } from '../endpoints/webhook-endpoint-repository.js';
import { TEST_TYPE } from '../events/event-types.js';
import { bodyOf } from '../events/webhook-event.js';
import type { AttemptResult } from './delivery.js';
import { SendMessage } from './send-message.js';
import { WebhookHold } from './webhook-hold.js';

const ID_LENGTH = 22;

/** Somebody waits for the result. */
const TIMEOUT_MS = 10_000;

/** Sends a message of the type `webhook.test` once, whatever the endpoint asks for. Listings do not show it. */
export class TestWebhook {
  static readonly ports = {
    endpoints: WebhookEndpointRepository,
    send: SendMessage,
    hold: WebhookHold,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof TestWebhook.ports>) {}

  /** @throws {WebhookNotFound} {WebhooksHeld} in a restored copy. */
  async execute(accountId: string, id: string): Promise<AttemptResult> {
    const { endpoints, send, hold, clock, ids } = this.ports;
    const endpoint = await endpoints.get(accountId, id);
    if (await hold.isHeld()) throw new WebhooksHeld();
    const body = bodyOf({ type: TEST_TYPE, occurredAt: clock.now(), data: { webhookId: id } });
    const message = { id: `msg_${ids.next(ID_LENGTH)}`, body };
    return await send.execute(endpoint, { message, timeoutMs: TIMEOUT_MS });
  }
}
