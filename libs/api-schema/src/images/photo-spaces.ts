import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';

export const photoSourceQuerySchema = z.object({
  path: z
    .string()
    .optional()
    .describe('The folder, with the folders below it; empty for all images. Either this or `key`.')
    .meta({ example: 'holiday/2026' }),
  key: z
    .string()
    .max(200)
    .optional()
    .describe('Identifier of the API key that the images were uploaded with. Either this or `path`.'),
});

export const putPhotoSpaceBodySchema = z.strictObject({
  spaceId: z.string().describe('A space of the account.'),
});

export type PutPhotoSpaceBody = z.infer<typeof putPhotoSpaceBodySchema>;

export const photoSpaceSchema = z
  .object({
    path: z.string().nullable(),
    key: z.string().nullable(),
    spaceId: z.string(),
    state: z
      .enum(['filling', 'current', 'blocked', 'removing'])
      .describe('`blocked`: the space takes no features now; it is tried again when it changes, and hourly.'),
    done: z.int().min(0).describe('How many images the latest comparison has looked at.'),
    fault: z
      .object({ code: z.string(), detail: z.string() })
      .nullable()
      .describe('Why photos are not in the space.'),
    createdAt: timestampSchema,
  })
  .meta({ id: 'PhotoSpace' });

export type PhotoSpace = z.infer<typeof photoSpaceSchema>;
