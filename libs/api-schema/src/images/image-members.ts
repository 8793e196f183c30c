import * as z from 'zod';
import { detailFields, detailSettings, photoDetailsSchema } from './photo-details.js';
import { visibilitySchema } from './visibility.js';

export const tagArray = z
  .array(z.string())
  .describe('At most 50 tags, each of at most 64 characters, without commas and control characters.');

const takenAtText =
  'When the photo was taken, by the clock of the place: ISO 8601, with or without an offset from UTC, such as `2024-07-01T12:34:56`.';

/** What an owner sets of an image when it is uploaded and later, in JSON. */
export const imageSettings = {
  tags: tagArray.optional(),
  visibility: visibilitySchema.optional(),
  takenAt: z.string().nullable().optional().describe(`${takenAtText} \`null\` for what the file says.`),
  ...detailSettings,
};

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
  takenAt: z.string().optional().describe(`${takenAtText} It stands before what the file says.`),
  ...detailFields,
};

/** The date of an uploaded file, in a form and in JSON. */
export const lastModified = z
  .string()
  .optional()
  .meta({ examples: ['2024-07-01T12:34:56Z'] })
  .describe(
    'The date of the file where it was, in ISO 8601, with or without an offset from UTC. If nothing else says when the ' +
      'photo was taken, it counts as a guess of that.',
  );

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
  taken: z
    .object({
      at: z
        .string()
        .describe('ISO 8601, by the clock of the camera, with its offset from UTC if that is known.'),
      from: z
        .enum(['person', 'camera', 'name', 'file'])
        .describe('Who says so. What the name of the file and its date say are guesses.'),
    })
    .optional()
    .describe('With `include=taken`: when the photo was taken. Absent if nothing says so.'),
  details: photoDetailsSchema.optional().describe('With `include=details`.'),
};

export const guestSchema = z
  .object({
    id: z.string(),
    name: z.string().nullable().describe('As they said it; `null` if they did not.'),
  })
  .describe('Who added it by a link.')
  .meta({ id: 'Guest' });

/** What else `include=addedBy` adds, for those who manage the images. */
export const contributorMembers = {
  addedByName: z
    .string()
    .optional()
    .describe(
      'With `include=addedBy`, for those who manage the images: the name of the user or key, or what the link opens. Absent where it is gone.',
    ),
  guest: guestSchema.optional(),
};

export type ImageExtra = keyof typeof imageExtras;

/** What each of them is, for the description of `include`. */
export const imageExtraTexts: Readonly<Record<ImageExtra, string>> = {
  visibility: 'who gets the file',
  addedBy: 'who added the image',
  taken: 'when the photo was taken',
  details: 'what is said of the photo, such as title and rating, and how it is edited',
};

// The cast is safe: these are its keys.
export const IMAGE_EXTRAS = Object.keys(imageExtras) as ImageExtra[];
