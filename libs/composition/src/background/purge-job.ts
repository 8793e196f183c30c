import type { Job } from '@cairn/kernel';
import { PURGE_JOB, type PurgeFeatures } from '@cairn/spaces';

const MINUTE_MS = 60 * 1000;

/** Frees the storage of removed spaces and features. */
export function purgeJob(purge: PurgeFeatures): Job {
  return {
    name: PURGE_JOB,
    everyMs: MINUTE_MS,
    leaderOnly: true,
    run: async ({ signal }) => {
      await purge.execute(signal);
      return {};
    },
  };
}
