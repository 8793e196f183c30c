import * as z from 'zod';
import { galleryImageSchema } from '../images/gallery.js';
import { imageRecordSchema } from '../images/images.js';
import { pageQuerySchema } from '../paging.js';
import { timestampSchema } from '../timestamp.js';

const resource = z
  .strictObject({
    type: z.enum(['album', 'folder', 'image', 'space', 'map']),
    id: z.string().min(1).describe('Identifier of the album, image, space or map; path of the folder.'),
  })
  .describe('What the link opens. A folder includes those below it.');
const position = z
  .enum(['exact', 'coarse', 'none'])
  .describe(
    'How exactly holders are told where photos were taken: `coarse` is the middle of a cell of 0.1 degrees, up to 11 km.',
  );
const role = z
  .enum(['viewer', 'contributor'])
  .describe(
    'What holders may do: `viewer` look at the images, `contributor` add some, too. Albums that fill themselves and single images take none.',
  );

/** Also of grants. */
export const sharedCover = imageRecordSchema
  .pick({ id: true, url: true })
  .nullable()
  .optional()
  .describe('The image, or the cover of the album; `null` for other things. With `include=title`.');

/** Also of listings of grants. */
export const includedTitle = z
  .literal('title')
  .optional()
  .describe('`title`: what each thing is called, and how it looks.');

const approval = z
  .enum(['none', 'required'])
  .describe(
    'What becomes of images that holders add: with `none` they appear at once, with `required` once who manages the album or folder has approved them.',
  );
const maxImages = z
  .int()
  .min(1)
  .max(1_000_000)
  .describe('How many images may be added by it, with those that are deleted or refused later.');
const maxBytes = z
  .int()
  .min(1)
  .max(1_000_000_000_000_000)
  .describe('How many bytes the images that are added by it may have together.');

/** What becomes of images that holders add, in the body of a request. */
const contributionRules = {
  approval: approval.optional().describe(`Default: \`none\`. ${approval.description}`),
  maxImages: maxImages.optional().describe(`Default: 1,000. ${maxImages.description}`),
  maxBytes: maxBytes.optional().describe(`Default: 5,000,000,000. ${maxBytes.description}`),
};

export const linkRecordSchema = z
  .object({
    id: z.string(),
    url: z
      .url()
      .nullable()
      .describe(
        'The address to hand out. `null` for links of earlier versions, of which only a hash is stored, and without the scope ' +
          '`spaces:write` for those to spaces and maps.',
      ),
    resource,
    title: z
      .string()
      .nullable()
      .optional()
      .describe('What it opens is called; `null` if that is gone. With `include=title`.'),
    cover: sharedCover,
    role,
    position,
    download: z.boolean().describe('Whether holders may download originals.'),
    hasPassword: z.boolean(),
    expiresAt: timestampSchema.nullable(),
    createdAt: timestampSchema,
    uses: z.int().min(0).describe('How often it was opened.'),
    lastUsedAt: timestampSchema.nullable(),
    approval,
    maxImages,
    maxBytes,
    addedImages: z.int().min(0).describe('How many images were added by it.'),
    addedBytes: z.int().min(0),
    waitingImages: z.int().min(0).describe('How many of them wait for approval.'),
  })
  .meta({ id: 'LinkRecord' });

export type LinkRecord = z.infer<typeof linkRecordSchema>;

export const createdLinkSchema = linkRecordSchema
  .extend({ url: z.url().describe('The address to hand out.') })
  .meta({ id: 'CreatedLink' });

export type CreatedLinkRecord = z.infer<typeof createdLinkSchema>;

export const createLinkBodySchema = z.strictObject({
  resource,
  role: role.optional().describe(`Default: \`viewer\`. ${role.description}`),
  position: position.optional().describe('Default: `none`; of a space or a map `exact`, and nothing else.'),
  download: z.boolean().optional().describe('Whether holders may download originals. Default: `false`.'),
  password: z.string().optional().describe('6 to 256 characters.'),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
  ...contributionRules,
});

export type CreateLinkBody = z.infer<typeof createLinkBodySchema>;

/** Only what is given changes. */
export const patchLinkBodySchema = z.strictObject({
  role: role.optional(),
  position: position.optional(),
  download: z.boolean().optional().describe('Whether holders may download originals.'),
  password: z.string().nullable().optional().describe('6 to 256 characters; `null` removes it.'),
  expiresAt: z.iso.datetime({ offset: true }).nullable().optional().describe('`null` for never.'),
  approval: approval.optional(),
  maxImages: maxImages.optional(),
  maxBytes: maxBytes.optional(),
});

export type PatchLinkBody = z.infer<typeof patchLinkBodySchema>;

export const linkPreviewSchema = z
  .object({ url: z.url().describe('The address, for the browser that has sent this.') })
  .meta({ id: 'LinkPreview' });

export type LinkPreviewRecord = z.infer<typeof linkPreviewSchema>;

const page = {
  limit: pageQuerySchema.shape.limit.describe('Page size; 100 by default.'),
  cursor: z
    .string()
    .optional()
    .describe('Start of the page: the `nextCursor` of the previous one, unchanged.'),
};

export const linksQuerySchema = z
  .object({
    limit: page.limit,
    cursor: page.cursor,
    type: resource.shape.type.optional().describe('Links to one resource of this type; with `id`.'),
    id: z.string().optional().describe('The resource; with `type`.'),
    include: includedTitle,
  })
  .check(({ value: { type, id }, issues }) => {
    if ((type === undefined) !== (id === undefined))
      issues.push({ code: 'custom', input: id, path: ['id'], message: 'must be given with `type`' });
  });

export const linkPageSchema = z
  .object({
    links: z.array(linkRecordSchema),
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  })
  .meta({ id: 'LinkPage' });

export type LinkPage = z.infer<typeof linkPageSchema>;

export const sharedImageSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    width: z.int().min(1).describe('Of the upright image, in pixels.'),
    height: z.int().min(1),
    file: z
      .url()
      .describe('Address of the image in any size; it takes the parameters of hosted files, and needs one.'),
    original: z.url().nullable().describe('Address of the original; `null` unless the link allows it.'),
    title: z.string().optional(),
    caption: z.string().optional(),
    takenAt: z
      .string()
      .optional()
      .describe(
        'When the photo was taken, as far as that is known: what its owner says, the camera, or else the name or the date of the file. Local time without an offset.',
      ),
    capturedAt: z
      .string()
      .optional()
      .describe(
        'When the photo was taken, as the camera wrote it; its offset from UTC, which tells of a place, only by `exact` links.',
      ),
    position: z
      .object({ longitude: z.number(), latitude: z.number() })
      .optional()
      .describe('As exact as the link allows.'),
    placeholder: galleryImageSchema.shape.placeholder.describe('What to show until the image has loaded.'),
  })
  .meta({ id: 'SharedImage' });

export type SharedImage = z.infer<typeof sharedImageSchema>;

export const addedImageSchema = sharedImageSchema
  .extend({ existing: z.literal(true).optional().describe('If the link showed it already.') })
  .meta({ id: 'AddedImage' });

/** Says nothing of what else waits. */
export const waitingSchema = z.object({ waiting: z.literal(true) }).meta({ id: 'WaitingImage' });

export type WaitingAnswer = z.infer<typeof waitingSchema>;

export type AddedImage = z.infer<typeof addedImageSchema>;

export const sharedSchema = z
  .object({
    title: z.string(),
    description: z.string(),
    imageCount: z.int().min(0).nullable().describe('`null` where nobody counts them.'),
    role,
    position,
    download: z.boolean(),
    approval: approval.describe('Whether images that holders add wait until they are approved.'),
    cover: sharedImageSchema.nullable(),
    sharedBy: z
      .string()
      .nullable()
      .describe('The name of the account; `null` if nobody gave it one, or if it is an e-mail address.'),
    since: z.iso.date().describe('The day, in UTC, when the link was made.'),
  })
  .meta({ id: 'Shared' });

export type Shared = z.infer<typeof sharedSchema>;

export const sharedImagesQuerySchema = z.object({ limit: page.limit, cursor: page.cursor });

/** What the page of a link is asked for. */
export const sharedPageQuerySchema = sharedImagesQuerySchema.pick({ cursor: true }).extend({
  added: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional()
    .describe('Says thanks for the image with this identifier, or for one that is `waiting` for approval.'),
});

export const sharedImagePageSchema = z
  .object({
    images: z.array(sharedImageSchema),
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  })
  .meta({ id: 'SharedImagePage' });

export type SharedImagePage = z.infer<typeof sharedImagePageSchema>;

export const unlockBodySchema = z.strictObject({ password: z.string() });
