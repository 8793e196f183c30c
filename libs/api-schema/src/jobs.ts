import { z } from 'zod';
import { timestampSchema } from './timestamp.js';

const count = z.int().min(0);

export const jobRecordSchema = z
  .object({
    name: z.string(),
    everyMs: count.describe('How long after a run the next one begins, in milliseconds.'),
    leaderOnly: z.boolean().describe('Whether only one of several nodes runs it.'),
    state: z.enum(['idle', 'running']),
    progress: z
      .object({
        done: count.describe('Steps of the job’s own that are done.'),
        total: count.nullable().describe('`null` where nobody knows.'),
      })
      .nullable()
      .describe('Of the run that is under way; `null` where it tells nothing.'),
    startedAt: timestampSchema.nullable().describe('When the latest run on this node began.'),
    endedAt: timestampSchema.nullable().describe('When it ended; `null` while it is under way.'),
    outcome: z
      .enum(['succeeded', 'failed', 'aborted'])
      .nullable()
      .describe('Of the latest run that ended on this node since it started; `null` where there was none.'),
    result: z
      .unknown()
      .describe(
        'What the latest run that ended came to, in a shape of the job’s own; `null` where there is none.',
      ),
    error: z.string().nullable().describe('Why the latest run that ended failed; `null` where it did not.'),
  })
  .meta({ id: 'Job' });

export type JobRecord = z.infer<typeof jobRecordSchema>;
