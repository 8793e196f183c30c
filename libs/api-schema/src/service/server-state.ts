import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';

const count = z.int().min(0);
const bytes = count.describe('In bytes.');

export const storageUseSchema = z
  .object({
    images: z.object({ count, sizeInBytes: bytes }).describe('The originals of all accounts, as uploaded.'),
    derivatives: z
      .object({ count, sizeInBytes: bytes, budgetInBytes: bytes })
      .describe(
        'Resized and converted images that are kept until the budget is used up, as far as the node that responds ' +
          'knows them: it counts them within an hour after its start.',
      ),
    spaces: z.object({ count, featureCount: count }).describe('The spaces of all owners.'),
  })
  .meta({ id: 'StorageUse' });

export type StorageUseRecord = z.infer<typeof storageUseSchema>;

export const promotionSchema = z
  .object({ promoted: z.boolean().describe('`false` if it was no restored copy, or was promoted before.') })
  .meta({ id: 'Promotion' });

export const loggedErrorSchema = z
  .object({
    at: timestampSchema,
    message: z.string(),
    cause: z.string().nullable().describe('The error that it came from, without its stack; `null` if none.'),
    requestId: z.string().nullable().describe('Of the request that failed; `null` if it was not a request.'),
    job: z.string().nullable().describe('The background job that failed; `null` if it was not one.'),
  })
  .meta({ id: 'LoggedError' });

export type LoggedErrorRecord = z.infer<typeof loggedErrorSchema>;
