import { Clock, IdGenerator, OutgoingHttp, parseAll, type PortsOf } from '@cairn/kernel';
import { parsePatterns } from '../events/event-types.js';
import { parseUrl } from './create-webhook.js';
import { WebhookEndpointRepository } from './webhook-endpoint-repository.js';
import { newSecret, OVERLAP_MS, parseDescription, type WebhookEndpoint } from './webhook-endpoint.js';

/** The changes of an endpoint. Absent members stay the same. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly enabled?: boolean | undefined;
  /** Who changes the endpoint. Once they enable it, it depends on their rights. */
  readonly by?: string | undefined;
}

/** Lists, changes and removes the endpoints of an account. */
export class ManageWebhooks {
  static readonly ports = {
    endpoints: WebhookEndpointRepository,
    http: OutgoingHttp,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof ManageWebhooks.ports>) {}

  /** The oldest first. */
  async list(accountId: string): Promise<readonly WebhookEndpoint[]> {
    return await this.ports.endpoints.list(accountId);
  }

  /** @throws {WebhookNotFound} */
  async get(accountId: string, id: string): Promise<WebhookEndpoint> {
    return await this.ports.endpoints.get(accountId, id);
  }

  /** Enabling an endpoint clears its record of failures. @throws {WebhookNotFound} {InvalidInput} */
  async change(
    accountId: string,
    id: string,
    { url, events, description, enabled, by }: WebhookChange,
  ): Promise<WebhookEndpoint> {
    const { endpoints, http, clock } = this.ports;
    const given = parseAll({
      url: () => (url === undefined ? undefined : parseUrl(url, http)),
      events: () => (events === undefined ? undefined : parsePatterns(events)),
      description: () => (description === undefined ? undefined : parseDescription(description)),
    });
    return await endpoints.update(accountId, id, {
      ...given,
      ...(enabled === true && { disabledBy: null, failingSince: null, madeBy: by }),
      ...(enabled === false && { disabledBy: 'owner' }),
      updatedAt: clock.now(),
    });
  }

  /**
   * Makes a new secret. For a day the former secret signs as well, so that receivers have time to change. @throws
   * {WebhookNotFound}
   */
  async rotate(accountId: string, id: string): Promise<WebhookEndpoint> {
    const { endpoints, clock, ids } = this.ports;
    const { secret } = await endpoints.get(accountId, id);
    const now = clock.now();
    const formerSecret = { secret, until: now + OVERLAP_MS };
    return await endpoints.update(accountId, id, { secret: newSecret(ids), formerSecret, updatedAt: now });
  }

  /** @throws {WebhookNotFound} */
  async remove(accountId: string, id: string): Promise<void> {
    await this.ports.endpoints.remove(accountId, id);
  }
}
