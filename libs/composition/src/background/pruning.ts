import type { Clock, Job, Outbox } from '@cairn/kernel';

const MINUTE_MS = 60 * 1000;

/** Events stay this long, so that a reader of changes who was cut off can go on where it was. */
const KEPT_MS = 10 * MINUTE_MS;

interface Ports {
  readonly outbox: Outbox;
  readonly clock: Clock;
}

/** Removes the events that all of these consumers have handled, ten minutes after they occurred. */
export function pruneJob({ outbox, clock }: Ports, consumers: readonly string[]): Job {
  return {
    ...{ name: 'prune-events', everyMs: MINUTE_MS, leaderOnly: true },
    run: async () => {
      await outbox.prune(consumers, clock.now() - KEPT_MS);
      const handled = await Promise.all(consumers.map((consumer) => outbox.position(consumer)));
      return {
        positions: Object.fromEntries(consumers.map((consumer, index) => [consumer, handled[index]])),
      };
    },
  };
}
