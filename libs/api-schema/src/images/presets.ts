import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';

// The domain enforces these limits; here they are only documented.
export const putPresetBodySchema = z.strictObject({
  query: z.string().meta({
    minLength: 1,
    maxLength: 1_000,
    description: 'Parameters of images, as in an address: `w=320&format=webp`.',
  }),
});

export type PutPresetBody = z.infer<typeof putPresetBodySchema>;

export const presetRecordSchema = z
  .object({
    name: z.string(),
    query: z.string(),
    source: z.enum(['api', 'settings']).describe('`settings` of the server, which cannot be changed here.'),
    updatedAt: timestampSchema.optional().describe('Absent for those of the settings.'),
  })
  .meta({ id: 'Preset' });

export type PresetRecord = z.infer<typeof presetRecordSchema>;
