import { DESCRIBE_JOB, type DescribeImages } from '@cairn/images';
import type { Job } from '@cairn/kernel';

const MINUTE_MS = 60 * 1000;

/** Looks at new images, and at those that were stored before images were described. */
export function describeJob(describe: DescribeImages): Job {
  return {
    name: DESCRIBE_JOB,
    everyMs: MINUTE_MS,
    leaderOnly: true,
    run: async ({ signal, report }) =>
      await describe.execute({ signal, described: (done) => report({ done }) }),
  };
}
