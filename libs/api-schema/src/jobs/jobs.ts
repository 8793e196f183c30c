import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';

const count = z.int().min(0);

export const jobFailureSchema = z
  .object({
    item: z
      .string()
      .describe('What the job failed at, such as the id of an image, in a form of the job’s own.'),
    attempts: count.describe('How often it was tried; 0 where it waits for another.'),
    reason: z.string().describe('Why the latest attempt failed.'),
    failedAt: timestampSchema.describe('When the latest attempt failed.'),
    retryAt: timestampSchema
      .nullable()
      .describe(
        'When it is tried again at the earliest; `null` where it is set aside until someone asks for it.',
      ),
  })
  .meta({ id: 'JobFailure' });

export const retriedJobSchema = z
  .object({ retried: count.describe('How many items are tried again.') })
  .meta({ id: 'RetriedJob' });

export const retryJobQuerySchema = z.object({
  item: z.string().optional().describe('Only this item, as `failures` gives it; all of the job by default.'),
});

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
    failureCount: count.describe('How many items wait to be tried again, or are set aside, on all nodes.'),
    failures: z.array(jobFailureSchema).describe('The first 100 of them, by `item`.'),
  })
  .meta({ id: 'Job' });

export type JobRecord = z.infer<typeof jobRecordSchema>;
export type RetriedJob = z.infer<typeof retriedJobSchema>;
