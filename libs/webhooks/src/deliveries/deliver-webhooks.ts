import { Clock, FairSemaphore, StandingRights, Timer, type JobRun, type PortsOf } from '@cairn/kernel';
import { WebhookNotFound } from '../errors.js';
import type { EndpointChange } from '../endpoints/endpoint-change.js';
import { noteState } from '../endpoints/note-state.js';
import { WebhookEndpointRepository } from '../endpoints/webhook-endpoint-repository.js';
import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.js';
import { waitAfter, type AttemptResult, type WebhookDelivery } from './delivery.js';
import { isSuccess, SEND_TIMEOUT_MS, SendMessage } from './send-message.js';
import { WebhookDeliveryRepository } from './webhook-delivery-repository.js';
import { WebhookHold } from './webhook-hold.js';

export const WEBHOOK_JOB = 'deliver-webhooks';

/** Maximum endpoints that are sent to at once. One account gets at most half of the free places. */
const LANES = 64;

/** Maximum messages to one endpoint at once, each of another subject. */
const SENT_AT_ONCE = 8;

/** Longer than the time limit of an attempt, so that a running attempt is not taken for lost. */
const LEASE_MS = 2 * SEND_TIMEOUT_MS;

/** How often to look for more work while messages are being sent. */
const POLL_MS = 250;

/** An endpoint that has failed for this long is disabled. */
export const FAILING_MS = 3 * 24 * 60 * 60 * 1000;

const GONE = 410;

type Run = Pick<JobRun, 'signal'>;

/**
 * Sends due messages, unless they are held. Every endpoint has a lane of its own, so that a slow one delays no other.
 */
export class DeliverWebhooks {
  static readonly ports = {
    endpoints: WebhookEndpointRepository,
    deliveries: WebhookDeliveryRepository,
    send: SendMessage,
    rights: StandingRights,
    hold: WebhookHold,
    clock: Clock,
    timer: Timer,
  };

  private readonly lanes = new FairSemaphore({ count: LANES, share: 'spare' });

  constructor(private readonly ports: PortsOf<typeof DeliverWebhooks.ports>) {}

  /** Ends when nothing is due and nothing is in progress. Returns the number of attempts. */
  async execute({ signal }: Run): Promise<{ readonly attempts: number }> {
    const { deliveries, hold, clock, timer } = this.ports;
    if (await hold.isHeld()) return { attempts: 0 };
    const open = new Map<string, Promise<void>>();
    let attempts = 0;
    let failure: { readonly error: unknown } | undefined;
    for (;;) {
      const except = [...open.keys()];
      const isEnding = signal.aborted || failure !== undefined;
      const due = isEnding ? [] : await deliveries.findDue({ now: clock.now(), limit: LANES, except });
      for (const { endpointId, accountId } of due) {
        const lane = this.sendAll({ endpointId, accountId, signal })
          .then((sent) => void (attempts += sent))
          .catch((error: unknown) => void (failure = { error }))
          .finally(() => open.delete(endpointId));
        open.set(endpointId, lane);
      }
      if (open.size === 0) break;
      await Promise.race([...open.values(), timer.wait(POLL_MS)]);
    }
    if (failure !== undefined) throw failure.error;
    return { attempts };
  }

  private async sendAll({
    endpointId,
    accountId,
    signal,
  }: Run & Pick<WebhookDelivery, 'endpointId' | 'accountId'>): Promise<number> {
    const { deliveries, clock } = this.ports;
    const release = await this.lanes.acquire({ holder: accountId });
    if (typeof release === 'string') return 0;
    let attempts = 0;
    try {
      while (!signal.aborted) {
        const endpoint = await this.enabled(accountId, endpointId);
        const now = clock.now();
        const claim = { endpointId, now, until: now + LEASE_MS, limit: SENT_AT_ONCE };
        const claimed = endpoint === undefined ? [] : await deliveries.claim(claim);
        if (endpoint === undefined || claimed.length === 0) break;
        attempts += claimed.length;
        const results = await Promise.all(claimed.map((delivery) => this.attempt(endpoint, delivery)));
        await this.note(endpoint, results);
      }
    } finally {
      release();
    }
    return attempts;
  }

  /**
   * An attempt that has started is not cut short if another node takes over, because the receiver may have the message
   * already.
   */
  private async attempt(endpoint: WebhookEndpoint, delivery: WebhookDelivery): Promise<AttemptResult> {
    const { deliveries, send, clock } = this.ports;
    const lastAttempt = await send.execute(endpoint, { message: delivery });
    const wait = isSuccess(lastAttempt) ? undefined : waitAfter(delivery);
    const { id, attempts } = delivery;
    const failed = wait === undefined ? 'dead' : 'pending';
    const state = isSuccess(lastAttempt) ? 'delivered' : failed;
    await deliveries.settle({ id, attempts, state, dueAt: clock.now() + (wait ?? 0), lastAttempt });
    return lastAttempt;
  }

  /** Disables an endpoint that is gone, or has failed for days. Stores since when it fails only if that changes. */
  private async note(endpoint: WebhookEndpoint, results: readonly AttemptResult[]): Promise<void> {
    const { failingSince } = endpoint;
    const update = async (change: Pick<EndpointChange, 'disabledBy' | 'failingSince'>): Promise<void> =>
      await noteState(this.ports.endpoints, endpoint, change);
    const now = this.ports.clock.now();
    if (results.some(({ status }) => status === GONE)) await update({ disabledBy: 'gone' });
    else if (results.some(isSuccess)) {
      if (failingSince !== undefined) await update({ failingSince: null });
    } else if (failingSince === undefined) await update({ failingSince: now });
    else if (now - failingSince >= FAILING_MS) await update({ disabledBy: 'failing' });
  }

  /** The endpoint, unless it is disabled or gone. Disables it if whoever made it has lost the right to. */
  private async enabled(accountId: string, id: string): Promise<WebhookEndpoint | undefined> {
    const { endpoints, rights } = this.ports;
    try {
      const endpoint = await endpoints.get(accountId, id);
      if (endpoint.disabledBy !== undefined) return undefined;
      const { madeBy } = endpoint;
      if (madeBy === undefined || (await rights.holds(madeBy, accountId, 'manager'))) return endpoint;
      await noteState(endpoints, endpoint, { disabledBy: 'revoked' });
      return undefined;
    } catch (error) {
      if (error instanceof WebhookNotFound) return undefined;
      throw error;
    }
  }
}
