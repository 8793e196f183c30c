import type { Job } from '@cairn/kernel';
import type { CopyFeatures } from '@cairn/spaces';

const EVERY_MS = 15 * 1000;

/** Makes the copies of large features that were written. */
export function copyJob(copy: CopyFeatures): Job {
  return {
    ...{ name: 'copy-large-features', everyMs: EVERY_MS, leaderOnly: true },
    run: async ({ signal }) => await copy.execute({ signal }),
  };
}
