import * as z from 'zod';
import { timestampSchema } from './timestamp.js';

const count = z.int().min(0);

export const jobRecordSchema = z
  .object({
    name: z.string(),
    everyMs: count.describe('Time between the end of a run and the start of the next, in milliseconds.'),
    leaderOnly: z.boolean().describe('Whether only one of several nodes runs it.'),
    state: z.enum(['idle', 'running']),
    progress: z
      .object({
        done: count.describe('Completed steps. What a step is depends on the job.'),
        total: count.nullable().describe('All steps; `null` when unknown.'),
      })
      .nullable()
      .describe('Progress of the current run; `null` if it reports none.'),
    startedAt: timestampSchema.nullable().describe('When the latest run on this node started.'),
    endedAt: timestampSchema.nullable().describe('When it ended; `null` while it is running.'),
    outcome: z
      .enum(['succeeded', 'failed', 'aborted'])
      .nullable()
      .describe('Outcome of the latest finished run of this process; `null` if there is none.'),
    result: z
      .unknown()
      .describe('Result of the latest finished run, in a job-specific shape; `null` if there is none.'),
    error: z.string().nullable().describe('Why the latest finished run failed; `null` if it did not fail.'),
  })
  .meta({ id: 'Job' });

export type JobRecord = z.infer<typeof jobRecordSchema>;
