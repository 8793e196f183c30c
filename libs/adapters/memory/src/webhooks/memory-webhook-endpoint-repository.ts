import { compareTexts, ERASED_ACTOR, type Erased } from '@cairn/kernel';
import { WebhookLimitReached, WebhookNotFound, type WebhookEndpoint } from '@cairn/webhooks';
import { counted, isAccounts, isErased, type TraceHolder } from '../traces.js';
import { changed, type EndpointChange, type WebhookEndpointRepository } from '@cairn/webhooks/spi';

/** Keeps endpoints of webhooks in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryWebhookEndpointRepository implements WebhookEndpointRepository {
  private readonly endpoints = new Map<string, WebhookEndpoint>();
  private readonly removed: ((id: string) => void)[] = [];
  readonly traces: readonly TraceHolder[] = [
    {
      ...counted(
        'webhooks',
        () => this.endpoints.values(),
        (endpoint, erased) => isAccounts(endpoint, erased) || isErased(endpoint.madeBy, erased),
      ),
      erase: (erased) => this.erase(erased),
    },
  ];

  async add(endpoint: WebhookEndpoint, maxEndpoints: number): Promise<void> {
    if (this.of(endpoint.accountId).length >= maxEndpoints) throw new WebhookLimitReached(maxEndpoints);
    this.endpoints.set(endpoint.id, copyOf(endpoint));
  }

  async get(accountId: string, id: string): Promise<WebhookEndpoint> {
    return copyOf(this.find(accountId, id));
  }

  async list(accountId: string): Promise<readonly WebhookEndpoint[]> {
    return this.of(accountId)
      .sort((one, other) => one.createdAt - other.createdAt || compareTexts(one.id, other.id))
      .map(copyOf);
  }

  async listEnabled(accountIds: readonly string[]): Promise<readonly WebhookEndpoint[]> {
    return accountIds
      .flatMap((accountId) => this.of(accountId))
      .filter(isEnabled)
      .map(copyOf);
  }

  async hasEnabled(): Promise<boolean> {
    return [...this.endpoints.values()].some(isEnabled);
  }

  async update(accountId: string, id: string, change: EndpointChange): Promise<WebhookEndpoint> {
    const endpoint = changed(this.find(accountId, id), change);
    this.endpoints.set(id, copyOf(endpoint));
    return endpoint;
  }

  async remove(accountId: string, id: string): Promise<void> {
    this.find(accountId, id);
    this.endpoints.delete(id);
    for (const tell of this.removed) tell(id);
  }

  private erase(erased: Erased): number {
    const own = this.of(erased.owner);
    for (const { id } of own) {
      this.endpoints.delete(id);
      for (const tell of this.removed) tell(id);
    }
    const made = [...this.endpoints.values()].filter(({ madeBy }) => isErased(madeBy, erased));
    for (const endpoint of made) this.endpoints.set(endpoint.id, { ...endpoint, madeBy: ERASED_ACTOR });
    return own.length + made.length;
  }

  /** Deliveries are removed with their endpoint. */
  onRemoval(tell: (id: string) => void): void {
    this.removed.push(tell);
  }

  /** Like `find`, but synchronous, for deliveries. */
  peek(id: string): WebhookEndpoint | undefined {
    return this.endpoints.get(id);
  }

  private of(accountId: string): WebhookEndpoint[] {
    return [...this.endpoints.values()].filter((endpoint) => endpoint.accountId === accountId);
  }

  private find(accountId: string, id: string): WebhookEndpoint {
    const endpoint = this.endpoints.get(id);
    if (endpoint?.accountId !== accountId) throw new WebhookNotFound();
    return endpoint;
  }
}

const isEnabled = ({ disabledBy }: WebhookEndpoint): boolean => disabledBy === undefined;

function copyOf({ formerSecret, ...endpoint }: WebhookEndpoint): WebhookEndpoint {
  const copied = { ...endpoint, events: [...endpoint.events] };
  return formerSecret === undefined ? copied : { ...copied, formerSecret: { ...formerSecret } };
}
