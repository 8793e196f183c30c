import type { EndpointChange } from './endpoint-change.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

/** Stores endpoints of webhooks. */
export abstract class WebhookEndpointRepository {
  /** @throws {WebhookLimitReached} if the account has `maxEndpoints`, also under concurrent calls. */
  abstract add(endpoint: WebhookEndpoint, maxEndpoints: number): Promise<void>;

  /** @throws {WebhookNotFound} also if it is one of another account. */
  abstract get(accountId: string, id: string): Promise<WebhookEndpoint>;

  /** The endpoints of an account, the oldest first, then by identifier. */
  abstract list(accountId: string): Promise<readonly WebhookEndpoint[]>;

  /** The endpoints of these accounts that are enabled, in any order. */
  abstract listEnabled(accountIds: readonly string[]): Promise<readonly WebhookEndpoint[]>;

  /** Whether any account has an endpoint that is enabled. */
  abstract hasEnabled(): Promise<boolean>;

  /**
   * Changes an endpoint, and returns it as it is then. @throws {WebhookNotFound} also if it is one of another account.
   */
  abstract update(accountId: string, id: string, change: EndpointChange): Promise<WebhookEndpoint>;

  /** Removes it with its deliveries. @throws {WebhookNotFound} also if it is one of another account. */
  abstract remove(accountId: string, id: string): Promise<void>;
}
