import * as z from 'zod';
import { albumQuerySchema } from './albums.js';
import { imageIds } from './gallery.js';
import { imageSettings, tagArray } from './image-members.js';
import { detailSettings } from './photo-details.js';
import { visibilities, visibilitySchema } from './visibility.js';

const { q, tags, type, without } = albumQuerySchema.shape;

/** Scans of old photos may be a century off. */
const MAX_SHIFT_MINUTES = 200 * 366 * 24 * 60;

/**
 * Selects images as a listing does. A condition without effect is refused, because more images would be changed than
 * intended.
 */
const filter = albumQuerySchema
  .omit({ sort: true })
  .extend({
    tags: tags.unwrap().min(1).optional(),
    q: q.unwrap().regex(/\S/u, 'must not be blank').optional(),
    type: type.unwrap().min(1).optional(),
    without: without.unwrap().min(1).optional(),
    visibility: z
      .array(z.enum(visibilities))
      .min(1)
      .max(3)
      .optional()
      .describe('Images with one of these visibilities.'),
    favourite: z.literal(true).optional().describe('Favourites only.'),
  })
  .meta({ id: 'ImageFilter' });

export type ImageFilterRecord = z.infer<typeof filter>;

/** The images of a bulk change: `ids`, or all that `filter` finds. */
const selected = {
  ids: imageIds.optional().describe('Identifiers of images: either these or `filter`.'),
  filter: filter
    .optional()
    .describe(
      'All images that meet these conditions, instead of `ids`: up to 1,000 at once, more in a job, which 202 names.',
    ),
};

interface Selected {
  readonly ids?: readonly string[] | undefined;
  readonly filter?: object | undefined;
}

/** @returns what is wrong with the selection, in the form of `check`. */
function faultsOf({ ids, filter: given }: Selected): z.core.$ZodRawIssue[] {
  if (ids === undefined && given === undefined)
    return [{ code: 'invalid_type', expected: 'array', input: undefined, path: ['ids'] }];
  if (ids === undefined || given === undefined) return [];
  return [
    { code: 'custom', input: given, path: ['filter'], message: 'must not be sent together with `ids`' },
  ];
}

export const bulkTagsBodySchema = z
  .strictObject({ ...selected, add: tagArray.optional(), remove: tagArray.optional() })
  .check(({ value, issues }) => void issues.push(...faultsOf(value)));

export const bulkTagsResultSchema = z
  .object({
    changed: z.array(z.string()).describe('Images that have other tags now.'),
    missing: z.array(z.string()).describe('Identifiers of no image of this account.'),
  })
  .meta({ id: 'BulkTagsResult' });

export type BulkTagsResult = z.infer<typeof bulkTagsResultSchema>;

export const bulkVisibilityBodySchema = z
  .strictObject({ ...selected, visibility: visibilitySchema })
  .check(({ value, issues }) => void issues.push(...faultsOf(value)));

export const bulkVisibilityResultSchema = z
  .object({
    changed: z.array(z.string()).describe('Images that have another visibility now.'),
    missing: z.array(z.string()).describe('Identifiers of no image of this account.'),
  })
  .meta({ id: 'BulkVisibilityResult' });

export type BulkVisibilityResult = z.infer<typeof bulkVisibilityResultSchema>;

export const bulkDetailsBodySchema = z
  .strictObject({ ...selected, ...detailSettings })
  .check(({ value, issues }) => {
    const { ids, filter: given, ...details } = value;
    issues.push(...faultsOf({ ids, filter: given }));
    // Without any of them the request would change nothing.
    if (Object.values(details).every((part) => part === undefined))
      issues.push({ code: 'invalid_type', expected: 'string', input: undefined, path: ['title'] });
  });

export const bulkDetailsResultSchema = z
  .object({
    changed: z.array(z.string()).describe('Images that have other details now.'),
    missing: z.array(z.string()).describe('Identifiers of no image of this account.'),
  })
  .meta({ id: 'BulkDetailsResult' });

export type BulkDetailsResult = z.infer<typeof bulkDetailsResultSchema>;

export const bulkDeleteBodySchema = z
  .strictObject(selected)
  .check(({ value, issues }) => void issues.push(...faultsOf(value)));

export const bulkDeleteResultSchema = z
  .object({
    deleted: z.array(z.string()),
    missing: z.array(z.string()).describe('Identifiers of no image of this account.'),
  })
  .meta({ id: 'BulkDeleteResult' });

export type BulkDeleteResult = z.infer<typeof bulkDeleteResultSchema>;

export const bulkTakenBodySchema = z
  .strictObject({
    ids: imageIds,
    takenAt: imageSettings.takenAt,
    shiftMinutes: z
      .int()
      .min(-MAX_SHIFT_MINUTES)
      .max(MAX_SHIFT_MINUTES)
      .optional()
      .describe(
        'Instead of `takenAt`: how much later each was taken than is known. Images without a time stay.',
      ),
  })
  .check(({ value: { takenAt, shiftMinutes }, issues }) => {
    if ((takenAt === undefined) === (shiftMinutes === undefined))
      issues.push({
        code: 'custom',
        input: takenAt,
        path: ['takenAt'],
        message: 'must be sent, or else `shiftMinutes`',
      });
  });

export const bulkTakenResultSchema = z
  .object({
    changed: z.array(z.string()).describe('Images that have another time now.'),
    missing: z.array(z.string()).describe('Identifiers of no image of this account.'),
  })
  .meta({ id: 'BulkTakenResult' });

export type BulkTakenResult = z.infer<typeof bulkTakenResultSchema>;
