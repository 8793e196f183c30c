import * as z from 'zod';
import { imageSettings } from './image-members.js';

const MOST = 1_000;

export const knownFilesBodySchema = z.strictObject({
  hashes: z
    .array(z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal'))
    .max(MOST)
    .optional()
    .describe('SHA-256 of whole files, as they would be uploaded: at most 1,000.'),
  sizes: z
    .array(z.int().min(0))
    .max(MOST)
    .optional()
    .describe('Sizes of files in bytes, at most 1,000. A file whose size is not known needs no hash.'),
});

export type KnownFilesBody = z.infer<typeof knownFilesBodySchema>;

export const knownFilesSchema = z
  .object({
    known: z
      .record(
        z.string(),
        z.array(
          z.object({
            id: z.string(),
            path: z.string(),
            inTrash: z.boolean().describe('`POST /api/trash/restore` takes it out again.'),
          }),
        ),
      )
      .describe('The images with these bytes, uploaded or served, by hash. Hashes of nothing are absent.'),
    sizes: z
      .array(z.int())
      .describe('Those of the sizes that files may have which are there already, in ascending order.'),
  })
  .meta({ id: 'KnownFiles' });

export type KnownFilesRecord = z.infer<typeof knownFilesSchema>;

export const copyImageBodySchema = z.strictObject({
  path: z.string().optional().describe('Its folder; by default that of the image.'),
  ...imageSettings,
});
