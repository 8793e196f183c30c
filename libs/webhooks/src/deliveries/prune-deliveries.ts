import { Clock, type JobRun, type PortsOf } from '@cairn/kernel';
import { DELIVERY_STATES } from './delivery.js';
import { WebhookDeliveryRepository } from './webhook-delivery-repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How long deliveries are kept. Until then failed ones may be replayed, and those of a disabled endpoint stay pending.
 */
const KEPT_MS = { delivered: 7 * DAY_MS, dead: 30 * DAY_MS, pending: 30 * DAY_MS } as const;

/** Removed in one transaction. */
const LIMIT = 1_000;

/** Removes deliveries some time after they were added, if they have ended or wait for a disabled endpoint. */
export class PruneDeliveries {
  static readonly ports = { deliveries: WebhookDeliveryRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof PruneDeliveries.ports>) {}

  async execute({ signal }: Pick<JobRun, 'signal'>): Promise<{ readonly removed: number }> {
    const { deliveries, clock } = this.ports;
    let removed = 0;
    for (const state of DELIVERY_STATES) {
      const before = clock.now() - KEPT_MS[state];
      for (let count = LIMIT; count === LIMIT && !signal.aborted; removed += count)
        count = await deliveries.prune({ state, before, limit: LIMIT });
    }
    return { removed };
  }
}
