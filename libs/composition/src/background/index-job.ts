import type { Job } from '@cairn/kernel';
import { INDEX_JOB, type IndexFeatures } from '@cairn/spaces';

const MINUTE_MS = 60 * 1000;

/** Builds and removes the indexes of properties of features. Nodes take turns at one space. */
export function indexJob(index: IndexFeatures): Job {
  return {
    name: INDEX_JOB,
    everyMs: MINUTE_MS,
    leaderOnly: false,
    run: async ({ signal, report }) => ({ looked: await index.execute({ signal, report }) }),
  };
}
