import * as z from 'zod';
import { visibilitySchema } from './visibility.js';

const metadata = z
  .enum(['remove', 'hide'])
  .optional()
  .describe(
    'What becomes of the metadata of uploads that do not say it. Absent: as the nearest folder above has it, or else the server.',
  );

export const putFolderDefaultBodySchema = z.strictObject({
  path: z.string().describe('The folder, by the rules of an upload; empty for the top one.'),
  visibility: visibilitySchema.nullable().describe('`null` removes the default of the folder.'),
  metadata,
});

export type PutFolderDefaultBody = z.infer<typeof putFolderDefaultBodySchema>;

export const folderDefaultListSchema = z
  .object({
    defaults: z
      .array(z.object({ path: z.string(), visibility: visibilitySchema, metadata }))
      .describe('By path.'),
  })
  .meta({ id: 'FolderDefaultList' });

export type FolderDefaultList = z.infer<typeof folderDefaultListSchema>;
