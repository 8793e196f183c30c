import * as z from 'zod';

/** The names of the services as which an upload can be answered, by the parameter `as`. */
export const UPLOAD_DIALECTS = ['picgo', 'ckeditor', 'editorjs', 'tinymce', 'sharex'] as const;

export type UploadDialectName = (typeof UPLOAD_DIALECTS)[number];

const answers = z
  .union([
    z.object({ success: z.literal(true), result: z.array(z.url()) }).describe('`picgo`'),
    z.object({ url: z.url() }).describe('`ckeditor` and `sharex`'),
    z.object({ success: z.literal(1), file: z.object({ url: z.url() }) }).describe('`editorjs`'),
    z.object({ location: z.url() }).describe('`tinymce`'),
  ])
  .meta({ id: 'UploadDialectAnswer' });

/** `never`, so that the call of the typed client, which asks for no dialect, has one answer. */
export const uploadDialectAnswerSchema = answers as unknown as z.ZodType<never>;
