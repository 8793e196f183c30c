import * as z from 'zod';
import { readInteger } from '../paging.js';
import { galleryImageSchema } from './gallery.js';

/** As in the domain. */
const MAX_GROUP = 50;
const MAX_GROUPS = 50;

const limitRule = `must be a whole number from 1 to ${MAX_GROUPS}`;

export const lookAlikesQuerySchema = z.object({
  limit: z
    .preprocess(readInteger, z.int(limitRule).min(1, limitRule).max(MAX_GROUPS, limitRule))
    .optional()
    .describe('Page size; 20 by default. A page may have fewer groups although there is a next one.'),
  cursor: z
    .string()
    .optional()
    .describe('Start of the page: the `nextCursor` of the previous one, unchanged.'),
});

export const betterReasons = ['larger', 'place', 'time', 'more-bytes', 'earlier'] as const;
export type BetterReason = (typeof betterReasons)[number];

export const lookAlikeGroupSchema = z
  .object({
    better: z.string().describe('Identifier of the image that is proposed to be kept. Nothing is deleted.'),
    reasons: z
      .array(z.enum(betterReasons))
      .describe(
        'What it has before the others: more pixels, a position, a time, more bytes at the same size, or it came earlier.',
      ),
    images: z
      .array(
        z.object({
          image: galleryImageSchema.describe('With `file` and `placeholder`.'),
          distance: z
            .int()
            .min(0)
            .describe(
              'In how many of the 128 bits of both hashes it differs from the nearest one of the group.',
            ),
          sameBytes: z.boolean().describe('Whether its bytes are those of the better one.'),
        }),
      )
      .min(2)
      .max(MAX_GROUP)
      .describe('The better one, then those with the same bytes, then the nearest.'),
  })
  .meta({ id: 'LookAlikeGroup' });

export type LookAlikeGroup = z.infer<typeof lookAlikeGroupSchema>;

export const lookAlikePageSchema = z
  .object({
    groups: z.array(lookAlikeGroupSchema),
    nextCursor: z.string().optional().describe('The `cursor` of the next page; absent on the last one.'),
  })
  .meta({ id: 'LookAlikePage' });

export type LookAlikePage = z.infer<typeof lookAlikePageSchema>;

export const dismissBodySchema = z.strictObject({
  ids: z.array(z.string()).min(2).max(MAX_GROUP).describe('Identifiers of the images of a group.'),
});

export const dismissedQuerySchema = z.object({
  ids: z
    .string()
    .regex(
      new RegExp(`^[0-9A-Za-z]{1,64}(?:,[0-9A-Za-z]{1,64}){1,${MAX_GROUP - 1}}$`),
      `must be 2 to ${MAX_GROUP} identifiers of images, separated by commas`,
    )
    .describe('Identifiers of the images of a group, separated by commas.')
    .meta({ example: 'k3jXq9mZ2pLw8vRt5nYbHc,Zt4RbN7wQx1LmV9cKp2sDf' }),
});

export const dismissedPairsSchema = z
  .object({ changed: z.int().min(0).describe('How many pairs of these images were not so before.') })
  .meta({ id: 'DismissedPairs' });

export type DismissedPairs = z.infer<typeof dismissedPairsSchema>;
