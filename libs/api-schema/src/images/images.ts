import * as z from 'zod';
import { timestampSchema } from '../timestamp.js';
import { imageTypes, wordList } from './image-filter.js';
import { lastModified, settingFields } from './image-members.js';
import { uploadDialectSchema } from './upload-dialect-answers.js';

export const imageRecordSchema = z
  .object({
    id: z.string(),
    url: z.url().describe('Address of the hosted file: {cdn_url}/<path>/<file_name>, percent-encoded.'),
    tags: z.array(z.string()).describe('In the order they were sent.'),
    path: z.string().describe('Folder-like path, segments joined by `/`; empty for none.'),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
  })
  .meta({ id: 'ImageRecord' });

export type ImageRecord = z.infer<typeof imageRecordSchema>;

/** What was cut out of what is served of an image. */
export const cutMembers = {
  removed: z
    .array(z.string())
    .describe('Kinds of metadata that were cut out, such as `gps`, `exif`, `serial-number`, `comment`.'),
  original: z
    .object({ sizeInBytes: z.int().min(0) })
    .optional()
    .describe(
      'Present if the uploaded bytes are stored whole: `/api/images/{id}/original` has what was cut out.',
    ),
};

export const uploadQuerySchema = z.object({
  include: z.literal('removed').optional().describe('`removed`: what was cut out of the file.'),
  token: z
    .string()
    .optional()
    .describe(
      'An upload token, for clients that send no header. Proxies may log addresses: rather send a header.',
    ),
  as: uploadDialectSchema
    .optional()
    .describe(
      'The client that uploads: the file is then in the field that it uses, and status and body, also of errors, are those that it reads.',
    ),
});

export const uploadResultSchema = z
  .object({
    id: z.string(),
    url: z.url(),
    existing: z
      .literal(true)
      .optional()
      .describe('If it was there already: with `existing=reuse`, or in the album.'),
    removed: cutMembers.removed
      .optional()
      .describe('With `include=removed`: kinds of metadata that were cut out.'),
    original: cutMembers.original.describe('With `include=removed`, if the uploaded bytes are stored whole.'),
  })
  .meta({ id: 'UploadResult' });

export type UploadResult = z.infer<typeof uploadResultSchema>;

/** The parts of the upload form, for the OpenAPI document. The service reads them as a stream. */
export const uploadFormSchema = z.object({
  file: z.string().meta({
    format: 'binary',
    description: 'JPEG, PNG, WebP, GIF or AVIF; at most 25 MB and 50 megapixels.',
  }),
  path: z
    .string()
    .optional()
    .meta({ examples: ['holiday/2026'] })
    .describe(
      'Folder-like path: at most 8 segments joined by `/`, each of 1–255 bytes in UTF-8: any text without control and ' +
        'invisible characters, backslashes and percent-encoding such as `%2F`, but not `.` or `..`. Leading and ' +
        'trailing slashes are ignored.',
    ),
  metadata: z
    .enum(['remove', 'hide', 'keep'])
    .optional()
    .describe(
      'Whether GPS, serial numbers, comments and other metadata are cut out of the file: `remove` for good, `hide` out ' +
        'of what is served, while `/api/images/{id}/original` gives you the whole file, `keep` not at all. Default: ' +
        'that of the folder, or else what the server is set to, which is `remove` unless its operator changes it.',
    ),
  existing: z
    .enum(['reuse'])
    .optional()
    .describe(
      '`reuse`: if the same bytes are at this path already, their image is the result, and gets the tags. Nothing is ' +
        'stored twice, also of uploads at the same time. By default they become another image.',
    ),
  ...settingFields,
  lastModified,
});

/** The parts of the form with which holders of a link add an image, and with which one is added to an album. */
export const sharedUploadFormSchema = uploadFormSchema.pick({ file: true, tags: true }).extend({
  guest: z
    .string()
    .optional()
    .meta({ examples: ['Ada'] })
    .describe(
      'By a link: the name of who adds it, at most 80 characters. It holds for what they added before, too.',
    ),
});

export const deleteResultSchema = z
  .object({ success: z.literal(true), message: z.string() })
  .meta({ id: 'DeleteResult' });

export type DeleteResult = z.infer<typeof deleteResultSchema>;

export const quotaRecordSchema = z
  .object({ imageCount: z.int().min(0), quota: z.int().min(0) })
  .meta({ id: 'QuotaRecord' });

export const quotaQuerySchema = z.object({
  include: wordList(['bytes', 'uploads', 'trash'])
    .describe(
      '`bytes`: how many bytes the images have, and may have; `uploads`: what the server takes; `trash`: how long it keeps what is ' +
        'deleted. Or several: `bytes,uploads`.',
    )
    .meta({ examples: ['bytes,uploads'] }),
});

export const quotaDetailsSchema = quotaRecordSchema
  .extend({
    bytes: z
      .object({
        used: z.int().min(0).describe('As the files are stored.'),
        reserved: z.int().min(0).describe('For uploads that are arriving.'),
        quota: z.int().min(0).nullable().describe('`null` for any number.'),
      })
      .optional()
      .describe('With `include=bytes`.'),
    uploads: z
      .object({
        types: z.array(z.enum(imageTypes)).describe('The media types of the files.'),
        maxFileInBytes: z.int().min(1).describe('The size of a file.'),
        maxPixels: z.int().min(1).describe('Width × height of an image, of all its frames together.'),
        maxSidePixels: z.int().min(1).describe('Its width and its height.'),
      })
      .optional()
      .describe(
        'With `include=uploads`: what an upload is checked for. What an account may still store is not part of it.',
      ),
    trash: z
      .object({
        days: z.int().min(0).describe('For how many days what is deleted can be restored; 0 for not at all.'),
      })
      .optional()
      .describe('With `include=trash`.'),
  })
  .meta({ id: 'QuotaDetails' });

export type QuotaDetails = z.infer<typeof quotaDetailsSchema>;

export type QuotaRecord = z.infer<typeof quotaRecordSchema>;
