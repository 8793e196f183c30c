import { OutgoingHttpFailed, type DomainEvent, type OutgoingHttp, type OutgoingRequest } from '@cairn/kernel';
import {
  DeliverWebhooks,
  ManageDeliveries,
  QueueWebhooks,
  SendMessage,
  type DeliveryState,
} from '@cairn/webhooks';
import { anEndpoint, later } from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryWebhookDeliveryRepository } from './memory-webhook-delivery-repository.js';
import { MemoryWebhookEndpointRepository } from './memory-webhook-endpoint-repository.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';

export const HOUR_MS = 60 * 60 * 1000;
export const signal = { aborted: false };

/** The behaviour of a receiver: a status, a failure for this reason, or no response until the promise settles. */
type Answer = number | OutgoingHttpFailed['code'] | Promise<number>;

/** Webhooks in memory over receivers that answer what a test says. */
export class World {
  readonly clock = new ManualClock();
  readonly received: { readonly host: string; readonly id: string; readonly subject: string }[] = [];
  answers = new Map<string, (request: OutgoingRequest) => Answer>();
  readonly endpoints = new MemoryWebhookEndpointRepository();
  readonly deliveries = new MemoryWebhookDeliveryRepository(this.endpoints);
  private readonly http: OutgoingHttp = {
    check: () => undefined,
    request: async (request) => {
      const { host } = new URL(request.url);
      // The bodies are those of `bodyOf`.
      const { data } = JSON.parse(request.body ?? '') as { readonly data: { readonly id: string } };
      this.received.push({ host, id: request.headers?.['webhook-id'] ?? '', subject: data.id });
      const answer = await this.answers.get(host)?.(request);
      if (typeof answer === 'string') throw new OutgoingHttpFailed(answer, answer);
      return { url: request.url, status: answer ?? 204, headers: {}, body: nothing() };
    },
  };
  isHeld = false;
  readonly ports = {
    endpoints: this.endpoints,
    deliveries: this.deliveries,
    http: this.http,
    clock: this.clock,
    timer: { wait: async () => await later() },
    ids: new SequenceIdGenerator(),
    signer: { sign: (secret: string) => secret },
    digest: { digest: (text: string) => text.replace(/\W/g, '').padStart(32, '0') },
    accounts: { accountOf: async () => 'alice' },
    hold: { isHeld: async () => this.isHeld },
  };
  readonly managers = new Set(['user:ada']);
  private readonly rights = { holds: async (madeBy: string) => this.managers.has(madeBy) };
  readonly deliver = new DeliverWebhooks({
    ...this.ports,
    rights: this.rights,
    send: new SendMessage(this.ports),
  });
  private events = 0;

  async endpointAt(host: string): Promise<string> {
    const endpoint = anEndpoint({ url: `https://${host}/`, events: ['image.*'] });
    await this.endpoints.add(endpoint, 100);
    return endpoint.id;
  }

  /** Changes of these images, in this order. */
  async happen(...images: readonly string[]): Promise<readonly DomainEvent[]> {
    const events = images.map((aggregateId) => this.event(aggregateId));
    await new QueueWebhooks(this.ports).handleAll(events);
    return events;
  }

  event(aggregateId: string, type = 'image-updated'): DomainEvent {
    this.events += 1;
    const payload = { owner: 'alice', address: `${aggregateId}.jpg`, blobKey: 'secret' };
    return { id: `e${this.events}`, type, aggregateId, occurredAt: this.clock.now(), payload };
  }

  async states(endpointId: string): Promise<readonly DeliveryState[]> {
    const query = { accountId: 'alice', endpointId };
    const { items } = await new ManageDeliveries(this.ports).list(query, { limit: 100 });
    return items.map(({ state }) => state);
  }

  subjectsAt(host: string): readonly string[] {
    return this.received.filter((one) => one.host === host).map(({ subject }) => subject);
  }
}

async function* nothing(): AsyncGenerator<Uint8Array, void> {
  yield* [];
}
