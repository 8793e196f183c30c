import {
  Clock,
  IdGenerator,
  InvalidInput,
  OutgoingHttp,
  OutgoingHttpFailed,
  parseAll,
  type PortsOf,
} from '@cairn/kernel';
import { parsePatterns } from '../events/event-types.js';
import { WebhookEndpointRepository } from './webhook-endpoint-repository.js';
import { MAX_ENDPOINTS, newSecret, parseDescription, type WebhookEndpoint } from './webhook-endpoint.js';

const ID_LENGTH = 22;

export interface NewWebhook {
  readonly url: string;
  readonly events: readonly string[];
  readonly description?: string | undefined;
  readonly madeBy?: string | undefined;
}

/** Adds an endpoint to an account. */
export class CreateWebhook {
  static readonly ports = {
    endpoints: WebhookEndpointRepository,
    http: OutgoingHttp,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof CreateWebhook.ports>) {}

  /** The endpoint has its secret, which is shown this once. @throws {InvalidInput} {WebhookLimitReached} */
  async execute(
    accountId: string,
    { url, events, description = '', madeBy }: NewWebhook,
  ): Promise<WebhookEndpoint> {
    const { endpoints, http, clock, ids } = this.ports;
    const now = clock.now();
    const given = parseAll({
      url: () => parseUrl(url, http),
      events: () => parsePatterns(events),
      description: () => parseDescription(description),
    });
    const id = ids.next(ID_LENGTH);
    const endpoint = { ...given, id, accountId, secret: newSecret(ids), createdAt: now, updatedAt: now };
    const made = madeBy === undefined ? endpoint : { ...endpoint, madeBy };
    await endpoints.add(made, MAX_ENDPOINTS);
    return made;
  }
}

/** @throws {InvalidInput} if nothing is ever sent there. */
export function parseUrl(url: string, http: OutgoingHttp): string {
  if (/\p{Cc}/u.test(url)) throw InvalidInput.of('invalid-character', 'The address has a control character.');
  try {
    http.check(url);
    return url;
  } catch (error) {
    if (error instanceof OutgoingHttpFailed) throw InvalidInput.of(error.code, error.message);
    throw error;
  }
}
