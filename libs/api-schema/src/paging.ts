import { z } from 'zod';

export const MAX_PAGE_SIZE = 1_000;

/** The part of a listing that is asked for. Without `limit` the whole listing is streamed. */
export const pageQuerySchema = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE_SIZE)
    .optional()
    .describe('At most so many; the `Link` header leads to the next page. The whole listing, when left out.'),
  cursor: z.string().optional().describe('Where the page begins, from the `Link` header of the one before.'),
});
