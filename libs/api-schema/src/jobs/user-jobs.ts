import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';

const error = z.object({ code: z.string().describe('Stable.'), detail: z.string() });

/** A job that an account has asked for. */
export const userJobRecordSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['import', 'bulk-change']),
    state: z.enum(['waiting', 'running', 'succeeded', 'failed', 'cancelled']),
    done: z.int().min(0).describe('Images or addresses that are done.'),
    total: z.int().min(0).nullable().describe('Of how many; `null` if nobody has counted them.'),
    result: z
      .union([
        z.object({ changed: z.int().min(0).describe('Images that are not as they were.') }),
        z.object({
          images: z
            .array(
              z.object({
                url: z.string(),
                imageId: z.string().optional().describe('Of the image that was stored.'),
                error: error.optional().describe('Why none was stored.'),
              }),
            )
            .describe('One for each address that is done, in their order.'),
        }),
      ])
      .describe('So far: of a bulk change how many images it has changed, of an import each address.'),
    error: error.nullable().describe('Why the job failed.'),
    createdAt: timestampSchema,
    endedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'UserJobRecord' });

export type UserJobRecord = z.infer<typeof userJobRecordSchema>;

export const userJobListSchema = z.array(userJobRecordSchema);
