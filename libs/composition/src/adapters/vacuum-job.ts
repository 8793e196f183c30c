import type { Job } from '@cairn/kernel';

const EVERY_MS = 15 * 1000;

/** Returns the unused space of a SQLite file to the disk. */
export function vacuumJob(database: { vacuum(): Promise<number> }): Job {
  return {
    name: 'vacuum-database',
    everyMs: EVERY_MS,
    leaderOnly: true,
    run: async ({ signal, report }) => {
      let givenBackBytes = 0;
      for (let bytes = 1; bytes > 0 && !signal.aborted; report({ done: givenBackBytes })) {
        bytes = await database.vacuum();
        givenBackBytes += bytes;
      }
      return { givenBackBytes };
    },
  };
}
