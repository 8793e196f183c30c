import type { AuditTrail } from '@cairn/access/spi';
import {
  IDEMPOTENCY_MS,
  type Clock,
  type FailedWorkRepository,
  type IdempotencyRepository,
  type Job,
  type Outbox,
} from '@cairn/kernel';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How long events stay, so that a reader of changes who was cut off can continue. */
const EVENTS_KEPT_MS = 10 * MINUTE_MS;
/** A failure this old is forgotten, because its item may be gone. If the item still exists, it is tried anew. */
const FAILURES_KEPT_MS = 30 * 24 * HOUR_MS;
/** Events removed in one transaction: other writes wait for some milliseconds only. */
const PRUNED_AT_ONCE = 2_000;

/** Removes entries of the audit trail that are older than so many days. */
export function auditJob(audit: AuditTrail, clock: Clock, days: number): Job {
  return {
    name: 'prune-audit',
    everyMs: HOUR_MS,
    leaderOnly: true,
    run: async ({ signal }) => {
      let removed = 0;
      for (let last = PRUNED_AT_ONCE; last === PRUNED_AT_ONCE && !signal.aborted; removed += last)
        last = await audit.prune(clock.now() - days * DAY_MS, PRUNED_AT_ONCE);
      return { removed };
    },
  };
}

interface PruningPorts {
  readonly outbox: Outbox;
  readonly failures: FailedWorkRepository;
  readonly idempotency: IdempotencyRepository;
  readonly clock: Clock;
}

/**
 * Removes the events that all of these consumers have handled, ten minutes after they occurred, and old failures and
 * idempotency keys.
 */
export function pruneJob(
  { outbox, failures, idempotency, clock }: PruningPorts,
  consumers: readonly string[],
): Job {
  return {
    name: 'prune-events',
    everyMs: MINUTE_MS,
    leaderOnly: true,
    run: async ({ signal }) => {
      const pruning = { consumers, before: clock.now() - EVENTS_KEPT_MS, limit: PRUNED_AT_ONCE };
      while (!signal.aborted && (await outbox.prune(pruning)) === PRUNED_AT_ONCE);
      await failures.prune(clock.now() - FAILURES_KEPT_MS);
      const expired = clock.now() - IDEMPOTENCY_MS;
      while (!signal.aborted && (await idempotency.prune(expired, PRUNED_AT_ONCE)) === PRUNED_AT_ONCE);
      const handled = await Promise.all(consumers.map((consumer) => outbox.position(consumer)));
      return {
        positions: Object.fromEntries(consumers.map((consumer, index) => [consumer, handled[index]])),
      };
    },
  };
}
