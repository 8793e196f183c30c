import type { Derivatives } from '@cairn/images';
import type { Job } from '@cairn/kernel';

const HOUR_MS = 60 * 60 * 1000;

/** Keeps the derivatives within their budget. Each node knows what its own clients use, so each one does it. */
export function evictionJob(derivatives: Derivatives): Job {
  return {
    name: 'evict-derivatives',
    everyMs: HOUR_MS,
    leaderOnly: false,
    run: async ({ signal }) => await derivatives.evict({ signal }),
  };
}
