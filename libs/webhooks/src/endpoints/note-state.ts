import { WebhookNotFound } from '../errors.js';
import type { EndpointChange } from './endpoint-change.js';
import type { WebhookEndpointRepository } from './webhook-endpoint-repository.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

/** Stores the new state of an endpoint, unless it was removed meanwhile. */
export async function noteState(
  endpoints: WebhookEndpointRepository,
  { accountId, id }: Pick<WebhookEndpoint, 'accountId' | 'id'>,
  change: Pick<EndpointChange, 'disabledBy' | 'failingSince'>,
): Promise<void> {
  try {
    await endpoints.update(accountId, id, change);
  } catch (error) {
    if (!(error instanceof WebhookNotFound)) throw error;
  }
}
