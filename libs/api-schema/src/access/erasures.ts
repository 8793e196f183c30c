import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';

export const eraseAccountQuerySchema = z.object({
  addresses: z
    .enum(['digests', 'forget'])
    .optional()
    .describe(
      'What becomes of the addresses of the images, which have their file names in them. `digests` keeps a hash of each, so that ' +
        'nobody ever gets it again. `forget` keeps nothing, and anybody may get it. Default: `digests`.',
    ),
});

export const erasureRecordSchema = z
  .object({
    id: z.string(),
    accountId: z.string(),
    state: z
      .enum(['waiting', 'running', 'succeeded', 'failed', 'cancelled'])
      .describe('`succeeded` once nothing is left.'),
    erased: z
      .record(z.string(), z.int().min(0))
      .describe(
        'How much so far, by kind, such as `images`, `bytes` of originals, `albums`, `spaces`, `features`, `links` and `trash`.',
      ),
    unfinished: z
      .array(
        z.object({
          job: z.string().describe('The name of the background job.'),
          item: z.string(),
          reason: z.string(),
        }),
      )
      .describe('Bytes that could not be deleted. It can be tried again by `POST /api/jobs/{name}/retry`.'),
    error: z
      .object({ code: z.string().describe('Stable.'), detail: z.string() })
      .nullable()
      .describe('Why it failed. It can be begun again.'),
    createdAt: timestampSchema,
    endedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'Erasure' });

export type ErasureRecord = z.infer<typeof erasureRecordSchema>;
