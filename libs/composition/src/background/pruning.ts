import type { Clock, FailedWorkRepository, Job, Outbox } from '@cairn/kernel';

const MINUTE_MS = 60 * 1000;

/** Events stay this long, so that a reader of changes who was cut off can go on where it was. */
const KEPT_MS = 10 * MINUTE_MS;

/** What failed last so long ago is forgotten: what it was may be gone. What is still there is tried anew. */
const FAILURES_KEPT_MS = 30 * 24 * 60 * MINUTE_MS;

/** Removed in one transaction: other writes wait for some milliseconds only. */
const STEP = 2_000;

interface Ports {
  readonly outbox: Outbox;
  readonly failures: FailedWorkRepository;
  readonly clock: Clock;
}

/** Removes the events that all of these consumers have handled, ten minutes after they occurred. */
export function pruneJob({ outbox, failures, clock }: Ports, consumers: readonly string[]): Job {
  return {
    name: 'prune-events',
    everyMs: MINUTE_MS,
    leaderOnly: true,
    run: async ({ signal }) => {
      const pruning = { consumers, before: clock.now() - KEPT_MS, limit: STEP };
      while (!signal.aborted && (await outbox.prune(pruning)) === STEP);
      await failures.prune(clock.now() - FAILURES_KEPT_MS);
      const handled = await Promise.all(consumers.map((consumer) => outbox.position(consumer)));
      return {
        positions: Object.fromEntries(consumers.map((consumer, index) => [consumer, handled[index]])),
      };
    },
  };
}
