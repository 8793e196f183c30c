import type { Job, Outbox } from '@cairn/kernel';

const MINUTE_MS = 60 * 1000;

/** Removes the events that all of these consumers have handled. */
export function pruneJob(outbox: Outbox, consumers: readonly string[]): Job {
  return {
    ...{ name: 'prune-events', everyMs: MINUTE_MS, leaderOnly: true },
    run: async () => {
      await outbox.prune(consumers);
      const handled = await Promise.all(consumers.map((consumer) => outbox.position(consumer)));
      return {
        positions: Object.fromEntries(consumers.map((consumer, index) => [consumer, handled[index]])),
      };
    },
  };
}
