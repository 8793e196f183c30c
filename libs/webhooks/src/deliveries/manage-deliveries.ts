import { Clock, type Page, type PageRequest, type PortsOf, parsePage } from '@cairn/kernel';
import { WebhookEndpointRepository } from '../endpoints/webhook-endpoint-repository.js';
import type { WebhookDelivery } from './delivery.js';
import { WebhookDeliveryRepository, type DeliveryQuery } from './webhook-delivery-repository.js';

/** Lists the deliveries of an endpoint, and queues them to be sent again. */
export class ManageDeliveries {
  static readonly ports = {
    endpoints: WebhookEndpointRepository,
    deliveries: WebhookDeliveryRepository,
    clock: Clock,
  };

  constructor(private readonly ports: PortsOf<typeof ManageDeliveries.ports>) {}

  /** The latest first. @throws {WebhookNotFound} */
  async list(query: DeliveryQuery, page: PageRequest): Promise<Page<WebhookDelivery>> {
    const { endpoints, deliveries } = this.ports;
    await endpoints.get(query.accountId, query.endpointId);
    return await deliveries.list(query, parsePage(page));
  }

  /** @throws {WebhookNotFound} {WebhookDeliveryNotFound} */
  async replay(delivery: Pick<WebhookDelivery, 'id' | 'accountId' | 'endpointId'>): Promise<WebhookDelivery> {
    const { endpoints, deliveries, clock } = this.ports;
    await endpoints.get(delivery.accountId, delivery.endpointId);
    return await deliveries.replay(delivery, clock.now());
  }
}
