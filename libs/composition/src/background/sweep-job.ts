import type { SweepBlobs } from '@cairn/images';
import type { Job } from '@cairn/kernel';
import type { ApplicationEvents, SweepSettings } from '../settings.js';

const HOUR_MS = 60 * 60 * 1000;

/** What a sweep needs besides its use case. */
export interface SweepConditions {
  /** Rejects when the stores no longer belong together. */
  readonly belongTogether: () => Promise<unknown>;
  readonly swept: ApplicationEvents['swept'];
}

/** The periodic sweep of blobs without a record. */
export function sweepJob(
  sweep: SweepBlobs,
  { belongTogether, swept }: SweepConditions,
  { everyMs = HOUR_MS, ...options }: SweepSettings = {},
): Job {
  return {
    name: 'sweep-blobs',
    everyMs,
    leaderOnly: true,
    run: async ({ signal, report }) => {
      await belongTogether();
      const found = await sweep.execute({ ...options, signal, compared: (done) => report({ done }) });
      swept(found);
      const { missing, ...counts } = found;
      return { ...counts, missing: missing.length };
    },
  };
}
