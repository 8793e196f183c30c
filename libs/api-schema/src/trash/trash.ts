import * as z from 'zod';
import { imageRecordSchema } from '../images/images.js';
import { MAX_PAGE_SIZE, pageQuerySchema } from '../paging.js';
import { timestampSchema } from '../timestamp.js';

/** To add a kind, add its name here. */
export const trashKinds = ['image', 'album', 'space', 'features', 'map'] as const;

const kind = z.enum(trashKinds);
const deletion = z
  .string()
  .describe(
    'Identifier of the deletion: what one request, or the job it made, deleted has the same one, and is restored by it.',
  );
const isRenamed = z
  .boolean()
  .describe('Whether it has another address than before, as its own was taken meanwhile.');

/** Something that was deleted and can be restored. */
export const trashEntrySchema = z
  .object({
    id: z
      .string()
      .describe(
        'Of the entry: of an image or album its own, of a space or of features that of the deletion.',
      ),
    kind,
    title: z
      .string()
      .describe('Path and file name of an image, the title of an album or space, also of that of features.'),
    space: z.string().optional().describe('Identifier of the space, also of that of features.'),
    features: z.int().min(0).optional().describe('How many features were deleted, in a space or alone.'),
    deletion,
    deletedBy: z.string().nullable().describe('`user:ID` or `key:ID`; `null` if it is not known.'),
    deletedAt: timestampSchema,
    expiresAt: timestampSchema.describe('From then on it may be deleted for good at any time.'),
    sizeInBytes: z.int().min(0).describe('Of the bytes that are kept for it.'),
    thumbhash: z.string().optional().describe('A tiny picture of an image, as ThumbHash in base64.'),
  })
  .meta({ id: 'TrashEntry' });

export type TrashEntryRecord = z.infer<typeof trashEntrySchema>;

export const trashQuerySchema = z.object({
  kind: kind.optional().describe('Entries of this kind.'),
  deletion: deletion.optional().describe('Entries of this deletion.'),
  limit: pageQuerySchema.shape.limit.describe('Page size; 100 by default.'),
  cursor: pageQuerySchema.shape.cursor.describe('The `nextCursor` of the page before.'),
});

export const trashPageSchema = z
  .object({
    entries: z.array(trashEntrySchema),
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  })
  .meta({ id: 'TrashPage' });

export type TrashPage = z.infer<typeof trashPageSchema>;

export const restoreTrashBodySchema = z
  .strictObject({
    deletion: deletion.optional(),
    ids: z
      .array(z.string())
      .min(1)
      .max(MAX_PAGE_SIZE)
      .optional()
      .describe('Identifiers of entries, of any kind.'),
  })
  .check(({ value: { deletion: whole, ids }, issues }) => {
    if ((whole === undefined) === (ids === undefined))
      issues.push({
        code: 'custom',
        input: ids,
        path: ['ids'],
        message: 'must be given without `deletion`, or `deletion` without it',
      });
  });

export const restoredTrashSchema = z
  .object({
    restored: z.array(z.object({ id: z.string(), kind, isRenamed })),
    left: z
      .array(z.object({ id: z.string(), kind, code: z.string().describe('Such as `quota-exceeded`.') }))
      .describe('Entries that are still in the trash, and the code of the error that each would have alone.'),
    missing: z.array(z.string()).describe('Identifiers of nothing in the trash.'),
  })
  .meta({ id: 'RestoredTrash' });

export type RestoredTrash = z.infer<typeof restoredTrashSchema>;

export const restoredImageSchema = imageRecordSchema.extend({ isRenamed }).meta({ id: 'RestoredImage' });

export type RestoredImage = z.infer<typeof restoredImageSchema>;

export const emptiedTrashSchema = z
  .object({ deleted: z.int().min(0).describe('Entries that were deleted for good.') })
  .meta({ id: 'EmptiedTrash' });

export type EmptiedTrash = z.infer<typeof emptiedTrashSchema>;

/** The widths of pictures of deleted images: few, so that few are rendered. */
export const TRASH_WIDTHS = ['160', '320', '640'] as const;

export const trashFileQuerySchema = z.object({
  w: z
    .enum(TRASH_WIDTHS)
    .optional()
    .describe('The maximum width in pixels. Default: `320`. A smaller image is not enlarged.'),
});
