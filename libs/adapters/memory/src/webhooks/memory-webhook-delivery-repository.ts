import { compareTexts, type Page, type PageRequest } from '@cairn/kernel';
import { WebhookDeliveryNotFound, type WebhookDelivery } from '@cairn/webhooks';
import type {
  DeliveryClaim,
  DeliveryOutcome,
  DeliveryPruning,
  DeliveryQuery,
  NewDelivery,
  WebhookDeliveryRepository,
} from '@cairn/webhooks/spi';
import { pageOf } from '../listing.js';
import { counted, isAccounts } from '../traces.js';
import type { MemoryWebhookEndpointRepository } from './memory-webhook-endpoint-repository.js';

/** Keeps deliveries in memory, in the order in which they were added. Every method completes synchronously. */
export class MemoryWebhookDeliveryRepository implements WebhookDeliveryRepository {
  private readonly deliveries = new Map<string, WebhookDelivery>();
  readonly traces = [counted('deliveries', () => this.deliveries.values(), isAccounts)];

  constructor(private readonly endpoints: MemoryWebhookEndpointRepository) {
    endpoints.onRemoval((endpointId) => {
      for (const delivery of this.every((one) => one.endpointId === endpointId))
        this.deliveries.delete(delivery.id);
    });
  }

  async add(deliveries: readonly NewDelivery[]): Promise<number> {
    let added = 0;
    for (const delivery of deliveries) {
      if (this.deliveries.has(delivery.id) || this.endpoints.peek(delivery.endpointId) === undefined)
        continue;
      this.deliveries.set(delivery.id, {
        ...delivery,
        state: 'pending',
        attempts: 0,
        dueAt: delivery.createdAt,
      });
      added += 1;
    }
    return added;
  }

  async findDue({
    now,
    limit,
    except,
  }: {
    readonly now: number;
    readonly limit: number;
    readonly except: readonly string[];
  }): Promise<readonly Pick<WebhookDelivery, 'endpointId' | 'accountId'>[]> {
    const due = this.due(now).filter(({ endpointId }) => !except.includes(endpointId));
    const accounts = new Map(due.map(({ endpointId, accountId }) => [endpointId, accountId]));
    return [...accounts].slice(0, limit).map(([endpointId, accountId]) => ({ endpointId, accountId }));
  }

  async claim({ endpointId, now, until, limit }: DeliveryClaim): Promise<readonly WebhookDelivery[]> {
    const due = this.due(now).filter((delivery) => delivery.endpointId === endpointId);
    due.sort((one, other) => one.dueAt - other.dueAt); // stable: those due at one time in their order
    return due.slice(0, limit).map((delivery) => {
      const claimed = { ...delivery, attempts: delivery.attempts + 1, dueAt: until };
      this.deliveries.set(delivery.id, claimed);
      return copyOf(claimed);
    });
  }

  async settle({ id, attempts, ...outcome }: DeliveryOutcome): Promise<void> {
    const delivery = this.deliveries.get(id);
    if (delivery?.attempts === attempts && delivery.state === 'pending')
      this.deliveries.set(id, copyOf({ ...delivery, ...outcome }));
  }

  async list(
    { accountId, endpointId, state }: DeliveryQuery,
    page: PageRequest,
  ): Promise<Page<WebhookDelivery>> {
    const found = this.every(
      (delivery) =>
        delivery.accountId === accountId &&
        delivery.endpointId === endpointId &&
        (state === undefined || delivery.state === state),
    );
    return pageOf(found.map(copyOf), page, {
      position: ({ createdAt, id }) => ({ at: createdAt, id }),
      descending: true,
    });
  }

  async replay(
    { id, accountId, endpointId }: Pick<WebhookDelivery, 'id' | 'accountId' | 'endpointId'>,
    now: number,
  ): Promise<WebhookDelivery> {
    const delivery = this.deliveries.get(id);
    if (delivery?.accountId !== accountId || delivery.endpointId !== endpointId)
      throw new WebhookDeliveryNotFound();
    const replayed: WebhookDelivery = { ...delivery, state: 'pending', attempts: 0, dueAt: now };
    this.deliveries.set(id, replayed);
    return copyOf(replayed);
  }

  async countPending(endpointId: string): Promise<number> {
    return this.every((delivery) => delivery.endpointId === endpointId && delivery.state === 'pending')
      .length;
  }

  async prune({ state, before, limit }: DeliveryPruning): Promise<number> {
    const old = this.every(
      (delivery) =>
        delivery.state === state &&
        delivery.createdAt < before &&
        (state !== 'pending' || this.endpoints.peek(delivery.endpointId)?.disabledBy !== undefined),
    )
      .sort((one, other) => one.createdAt - other.createdAt || compareTexts(one.id, other.id))
      .slice(0, limit);
    for (const { id } of old) this.deliveries.delete(id);
    return old.length;
  }

  /** The first pending delivery of each subject of an enabled endpoint, if it is due. */
  private due(now: number): WebhookDelivery[] {
    const subjects = new Set<string>();
    return this.every((delivery) => {
      if (delivery.state !== 'pending') return false;
      const subject = `${delivery.endpointId} ${delivery.subject}`;
      const isFirst = !subjects.has(subject);
      subjects.add(subject);
      const endpoint = this.endpoints.peek(delivery.endpointId);
      return isFirst && delivery.dueAt <= now && endpoint?.disabledBy === undefined;
    });
  }

  private every(isWanted: (delivery: WebhookDelivery) => boolean): WebhookDelivery[] {
    return [...this.deliveries.values()].filter(isWanted);
  }
}

function copyOf(delivery: WebhookDelivery): WebhookDelivery {
  const { lastAttempt } = delivery;
  return lastAttempt === undefined ? { ...delivery } : { ...delivery, lastAttempt: { ...lastAttempt } };
}
