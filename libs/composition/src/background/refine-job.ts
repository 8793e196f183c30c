import { REFINE_JOB, type RefineDerivatives } from '@cairn/images';
import type { Job } from '@cairn/kernel';

const EVERY_MS = 15_000;

/** Encodes AVIFs again with more effort while nobody waits. Each node does so for what its own clients use. */
export function refineJob(refine: RefineDerivatives): Job {
  return {
    name: REFINE_JOB,
    everyMs: EVERY_MS,
    leaderOnly: false,
    run: async ({ signal, report }) => ({
      refined: await refine.execute({ signal, refined: (done) => report({ done }) }),
    }),
  };
}
