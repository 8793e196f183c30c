import type { Job } from '@cairn/kernel';
import { COPY_JOB, type CopyFeatures } from '@cairn/spaces';

const EVERY_MS = 15 * 1000;

/** Makes the copies of large features that were written. */
export function copyJob(copy: CopyFeatures): Job {
  return {
    name: COPY_JOB,
    everyMs: EVERY_MS,
    leaderOnly: true,
    run: async ({ signal }) => await copy.execute({ signal }),
  };
}
