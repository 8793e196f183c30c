import * as z from 'zod';
import { transformQuerySchema } from './transforms.js';
import { MAX_PAGE_SIZE, pageQuerySchema } from '../paging.js';
import { timestampSchema } from '../timestamp.js';
import { guestSchema } from './image-members.js';

const place = z
  .object({ type: z.enum(['album', 'folder']), id: z.string() })
  .describe('Where it was added: an album, or the path of a folder.');

/** An image that waits for approval. */
export const contributionSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    resource: place,
    addedBy: z.string().describe('The link, as `link:ID`. It may be gone.'),
    guest: guestSchema,
    addedAt: timestampSchema,
    width: z.int().min(1).describe('Of the upright image, in pixels.'),
    height: z.int().min(1),
    sizeInBytes: z.int().min(0).describe('As it is stored.'),
    thumbhash: z.string().optional().describe('A ThumbHash in base64, once the image has been looked at.'),
    file: z
      .url()
      .describe('Address of its picture; it takes the parameters of hosted files. For those who may decide.'),
  })
  .meta({ id: 'Contribution' });

export type ContributionRecord = z.infer<typeof contributionSchema>;

export const contributionsQuerySchema = z
  .object({
    limit: pageQuerySchema.shape.limit.describe('Page size; 100 by default.'),
    cursor: z.string().optional().describe('The `nextCursor` of the page before.'),
    type: z.enum(['album', 'folder']).optional().describe('What was added there; with `id`.'),
    id: z
      .string()
      .optional()
      .describe('The album, or the path of the folder, which includes those below it; with `type`.'),
    link: z.string().max(64).optional().describe('What was added by this link.'),
    guest: z.string().max(64).optional().describe('What this guest added.'),
  })
  .check(({ value: { type, id }, issues }) => {
    if ((type === undefined) !== (id === undefined))
      issues.push({ code: 'custom', input: id, path: ['id'], message: 'must be given with `type`' });
  });

export const contributionPageSchema = z
  .object({
    contributions: z.array(contributionSchema),
    count: z.int().min(0).describe('How many wait, on all pages.'),
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  })
  .meta({ id: 'ContributionPage' });

export type ContributionPage = z.infer<typeof contributionPageSchema>;

const ids = z.array(z.string()).min(1).max(MAX_PAGE_SIZE).describe('Identifiers of images that wait.');

export const approveBodySchema = z.strictObject({
  ids,
  withoutAlbum: z
    .boolean()
    .optional()
    .describe(
      '`true` to take what was added to an album into the library alone, as where the album is gone.',
    ),
});

export const refuseBodySchema = z.strictObject({ ids });

const missing = z.array(z.string()).describe('Those that do not wait, or not any more.');

export const approvedSchema = z
  .object({
    approved: z.array(z.string()).describe('Those that are in their album or folder now.'),
    existing: z.array(z.string()).describe('Those that were dropped, as the same bytes are there already.'),
    left: z
      .array(z.object({ id: z.string(), code: z.string().describe('Such as `album-full`.') }))
      .describe('Those that go on waiting, and the code of the error that each would have alone.'),
    missing,
  })
  .meta({ id: 'ApprovedContributions' });

export type ApprovedContributions = z.infer<typeof approvedSchema>;

export const refusedSchema = z
  .object({ refused: z.array(z.string()).describe('Those that are gone for good.'), missing })
  .meta({ id: 'RefusedContributions' });

export type RefusedContributions = z.infer<typeof refusedSchema>;

export const contributionFileQuerySchema = transformQuerySchema;
