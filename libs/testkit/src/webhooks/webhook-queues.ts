import type { WebhookDelivery, WebhookEndpoint } from '@cairn/webhooks';
import type { NewDelivery, WebhookDeliveryRepository, WebhookEndpointRepository } from '@cairn/webhooks/spi';
import { aDelivery, anEndpoint } from './webhook-builders.js';

/** Deliveries, and the endpoints that they are for. */
export interface WebhookPorts {
  readonly deliveries: WebhookDeliveryRepository;
  readonly endpoints: WebhookEndpointRepository;
}

/** Later than everything that a builder makes. */
export const NOW = 2_000_000_000_000;
/** When an attempt that is claimed then is taken for lost. */
export const UNTIL = NOW + 60_000;

/** An endpoint that is stored. */
export async function endpointIn({ endpoints }: WebhookPorts, accountId = 'alice'): Promise<WebhookEndpoint> {
  const endpoint = anEndpoint({ accountId });
  await endpoints.add(endpoint, 100);
  return endpoint;
}

/** Messages of these subjects, which are stored. */
export async function queued(
  ports: WebhookPorts,
  endpoint: WebhookEndpoint,
  subjects: readonly string[],
): Promise<readonly NewDelivery[]> {
  const deliveries = subjects.map((subject) => aDelivery(endpoint, { subject }));
  await ports.deliveries.add(deliveries);
  return deliveries;
}

/** Claims what is due then. */
export const claim = async (
  { deliveries }: WebhookPorts,
  { id: endpointId }: WebhookEndpoint,
  more: { readonly now?: number; readonly limit?: number } = {},
): Promise<readonly WebhookDelivery[]> =>
  await deliveries.claim({ endpointId, now: NOW, until: UNTIL, limit: 10, ...more });

export const idsOf = (deliveries: readonly { readonly id: string }[]): string[] =>
  deliveries.map(({ id }) => id);
export const lastAttempt = { at: NOW, durationMs: 12, status: 500 };

export const queryOf = ({
  accountId,
  id: endpointId,
}: WebhookEndpoint): Pick<WebhookDelivery, 'accountId' | 'endpointId'> => ({ accountId, endpointId });
