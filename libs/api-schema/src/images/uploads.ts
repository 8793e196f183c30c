import * as z from 'zod';
import { cutMembers, imageRecordSchema, uploadFormSchema } from './images.js';
import { problemSchema } from '../problem.js';
import { imageSettings, lastModified } from './image-members.js';

/** The JSON of a part `details`, which holds for the next file. */
export const fileDetailsSchema = z
  .strictObject({
    name: z.string().optional().describe('Instead of the name of the file.'),
    path: z.string().optional(),
    metadata: z.enum(['remove', 'hide', 'keep']).optional(),
    existing: z.enum(['reuse']).optional(),
    ...imageSettings,
    lastModified,
  })
  .meta({ id: 'FileDetails' });

const { file: _, ...fields } = uploadFormSchema.shape;

/** The names of the fields that an upload may have besides its file. */
export const UPLOAD_FIELDS: readonly string[] = Object.keys(fields);

/** The parts of the form, for the OpenAPI document. The service reads them as a stream. */
export const uploadsFormSchema = z.object({
  ...fields,
  details: z
    .string()
    .optional()
    .describe(
      `JSON with ${Object.keys(fileDetailsSchema.shape)
        .map((name) => `\`${name}\``)
        .join(', ')} of the next file, before each that has its own.`,
    ),
  file: z.string().meta({
    format: 'binary',
    description:
      'An image, as often as there are images. The other fields hold for all of them: they go before.',
  }),
});

export const uploadedFileSchema = z
  .union([
    z.object({
      name: z.string().describe('Of the file, as it was sent.'),
      status: z.literal([200, 201]).describe('200 with `existing=reuse`, if it was there already.'),
      image: imageRecordSchema,
      ...cutMembers,
    }),
    z.object({ name: z.string(), status: z.int().min(400), error: problemSchema }),
  ])
  .meta({ id: 'UploadedFile' });

export type UploadedFile = z.infer<typeof uploadedFileSchema>;

export const uploadsResultSchema = z
  .object({
    results: z
      .array(uploadedFileSchema)
      .describe('One for each file, in their order. If the form itself is at fault, a last one says so.'),
  })
  .meta({ id: 'UploadsResult' });

export type UploadsResult = z.infer<typeof uploadsResultSchema>;
