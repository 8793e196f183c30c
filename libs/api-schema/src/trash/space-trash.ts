import * as z from 'zod';
import { MAX_PAGE_SIZE } from '../paging.js';

export const restoreFeaturesBodySchema = z.strictObject({
  deletion: z.string().describe('Identifier of the deletion, as `GET /api/trash` has it.'),
  features: z
    .array(z.string())
    .min(1)
    .max(MAX_PAGE_SIZE)
    .optional()
    .describe('Identifiers of features of the deletion; by default all of them.'),
});

export const restoredFeaturesSchema = z
  .object({
    restored: z.int().min(0).describe('How many features are in the space again.'),
    left: z.int().min(0).describe('How many could not be restored. They are still in the trash.'),
    failures: z
      .array(
        z.object({
          id: z.string(),
          code: z.string().describe('`feature-exists` where there is a feature with the identifier again.'),
        }),
      )
      .describe('The first 100 of them.'),
    isContinued: z.boolean().describe('Whether the job `restore-features` goes on with the others.'),
  })
  .meta({ id: 'RestoredFeatures' });

export type RestoredFeaturesRecord = z.infer<typeof restoredFeaturesSchema>;
