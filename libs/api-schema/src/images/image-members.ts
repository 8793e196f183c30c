import * as z from 'zod';
import { visibilitySchema } from './visibility.js';

export const tagArray = z
  .array(z.string())
  .describe('At most 50 tags, each of at most 64 characters, without commas and control characters.');

/** What an owner sets of an image when it is uploaded and later, in JSON. */
export const imageSettings = { tags: tagArray.optional(), visibility: visibilitySchema.optional() };

/** The same as fields of a form. */
export const settingFields = {
  tags: z
    .string()
    .optional()
    .meta({ examples: ['lake,summer'] })
    .describe(
      'Tags separated by commas: at most 50, each of at most 64 characters, without control characters. Spaces ' +
        'around a tag are removed. Empty and repeated tags are ignored.',
    ),
  visibility: visibilitySchema
    .optional()
    .describe(
      `Who gets the file; by default that of the folder, or else \`public\`. ${visibilitySchema.description}`,
    ),
};

/** What `include` adds to the record of an image, alone and in listings. */
export const imageExtras = {
  visibility: visibilitySchema.optional().describe('With `include=visibility`.'),
  addedBy: z
    .string()
    .optional()
    .meta({ examples: ['link:6rDn2wQx0KmB4sTzV9aYpE'] })
    .describe(
      'With `include=addedBy`: who added the image, as `user:ID`, `key:ID` or `link:ID`. Absent where it was the account itself. It never changes.',
    ),
};

export type ImageExtra = keyof typeof imageExtras;

/** What each of them is, for the description of `include`. */
export const imageExtraTexts: Readonly<Record<ImageExtra, string>> = {
  visibility: 'who gets the file',
  addedBy: 'who added the image',
};

// The cast is safe: these are its keys.
export const IMAGE_EXTRAS = Object.keys(imageExtras) as ImageExtra[];
