import type { Job } from '@cairn/kernel';
import { PHOTO_JOB, type CheckPhotos } from '@cairn/photo-places';

const MINUTE_MS = 60 * 1000;

/** Fills and empties spaces of photos, and compares each with its photos once a day. */
export function photoJob(check: CheckPhotos): Job {
  return {
    name: PHOTO_JOB,
    everyMs: MINUTE_MS,
    leaderOnly: true,
    run: async (run) => ({ steps: await check.execute(run) }),
  };
}
