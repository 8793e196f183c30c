import type { Job, WorkAttempts } from '@cairn/kernel';
import type { HotSpaces } from '../../use-cases/hot-spaces.js';

/** The job that brings spaces into memory. */
export const HOT_JOB = 'build-hot-spaces';

const EVERY_MS = 60 * 1000;

/** Brings spaces into memory that are read often, and lets go of those that are gone. Each node does so for its own readers. */
export function hotSpacesJob(hot: HotSpaces, attempts: WorkAttempts): Job {
  return {
    name: HOT_JOB,
    everyMs: EVERY_MS,
    leaderOnly: false,
    run: async ({ signal, report }) => {
      const run = attempts.run(HOT_JOB);
      await hot.check();
      let built = 0;
      for (const spaceId of hot.waiting()) {
        if (signal.aborted) break;
        const build = async (): Promise<void> => void (await hot.build(spaceId));
        const attempted = await run.attempt(spaceId, build, { signal });
        if (attempted === 'done') built += 1;
        else hot.postpone(spaceId);
        report({ done: built });
      }
      return { built };
    },
  };
}
