import { TextDigest, type DomainEvent, type EventBatchConsumer, type PortsOf } from '@cairn/kernel';
import { noteState } from '../endpoints/note-state.js';
import { WebhookEndpointRepository } from '../endpoints/webhook-endpoint-repository.js';
import { MAX_PENDING, type WebhookEndpoint } from '../endpoints/webhook-endpoint.js';
import { asksFor } from '../events/event-types.js';
import { bodyOf, isTold, webhookEventOf } from '../events/webhook-event.js';
import { WebhookDeliveryRepository, type NewDelivery } from './webhook-delivery-repository.js';

/** Finds the account of an event that does not name it. */
export abstract class EventAccounts {
  /** `undefined` if it is no longer known, because the subject of the event is gone. */
  abstract accountOf(event: DomainEvent): Promise<string | undefined>;
}

const DIGEST_LENGTH = 32;

/**
 * Queues a message for every endpoint that asks for the event. While there are no endpoints, this takes one look-up for
 * many events.
 */
export class QueueWebhooks implements EventBatchConsumer {
  static readonly ports = {
    endpoints: WebhookEndpointRepository,
    deliveries: WebhookDeliveryRepository,
    accounts: EventAccounts,
    digest: TextDigest,
  };

  readonly name = 'queue-webhooks';

  /** Called when there is something to send. */
  queued: () => void = () => undefined;

  constructor(private readonly ports: PortsOf<typeof QueueWebhooks.ports>) {}

  async handleAll(events: readonly DomainEvent[]): Promise<void> {
    const { endpoints, deliveries } = this.ports;
    const told = events.filter(isTold);
    if (told.length === 0 || !(await endpoints.hasEnabled())) return;
    const owned = await this.owned(told);
    const accounts = new Set(owned.map(({ accountId }) => accountId));
    const enabled = await endpoints.listEnabled([...accounts]);
    const queued = owned.flatMap(({ event, accountId }) =>
      enabled
        .filter((endpoint) => endpoint.accountId === accountId)
        .flatMap((endpoint) => this.deliveryOf(event, endpoint) ?? []),
    );
    if (queued.length === 0) return;
    const added = await deliveries.add(queued);
    await this.disableFull(enabled, new Set(queued.map(({ endpointId }) => endpointId)));
    if (added > 0) this.queued();
  }

  /**
   * Disables endpoints with too many pending messages. The messages stay, and are sent once the endpoint is enabled
   * again.
   */
  private async disableFull(
    enabled: readonly WebhookEndpoint[],
    changed: ReadonlySet<string>,
  ): Promise<void> {
    const { endpoints, deliveries } = this.ports;
    for (const endpoint of enabled) {
      if (!changed.has(endpoint.id)) continue;
      const most = endpoint.failingSince === undefined ? 2 * MAX_PENDING : MAX_PENDING;
      if ((await deliveries.countPending(endpoint.id)) > most)
        await noteState(endpoints, endpoint, { disabledBy: 'backlog' });
    }
  }

  private async owned(
    events: readonly DomainEvent[],
  ): Promise<{ readonly event: DomainEvent; readonly accountId: string }[]> {
    const found = new Map<string, string | undefined>();
    const owned = [];
    for (const event of events) {
      const { owner } = event.payload;
      const { aggregateId } = event;
      if (typeof owner !== 'string' && !found.has(aggregateId))
        found.set(aggregateId, await this.ports.accounts.accountOf(event));
      const accountId = typeof owner === 'string' ? owner : found.get(aggregateId);
      if (accountId !== undefined) owned.push({ event, accountId });
    }
    return owned;
  }

  private deliveryOf(event: DomainEvent, endpoint: WebhookEndpoint): NewDelivery | undefined {
    const told = webhookEventOf(event);
    if (told === undefined || !asksFor(endpoint.events, told.type)) return undefined;
    const { eventId, type, subject, occurredAt } = told;
    const digest = this.ports.digest.digest(`${eventId} ${endpoint.id}`).slice(0, DIGEST_LENGTH);
    return {
      id: `msg_${digest}`,
      endpointId: endpoint.id,
      accountId: endpoint.accountId,
      type,
      subject,
      body: bodyOf(told),
      createdAt: occurredAt,
      ...(event.traceparent !== undefined && { traceparent: event.traceparent }),
    };
  }
}
