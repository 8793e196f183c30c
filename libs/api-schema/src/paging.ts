import { z } from 'zod';

export const MAX_PAGE_SIZE = 1_000;

const limitRule = `must be a whole number from 1 to ${MAX_PAGE_SIZE}`;

// The domain reads it; here it is only told.
const CURSOR = '^[0-9]{1,15}~[^\\u0000-\\u001f\\u007f]{1,255}$';

/** The part of a listing that is asked for. Without `limit` the whole listing is streamed. */
export const pageQuerySchema = z.object({
  limit: z
    .preprocess(readInteger, z.int(limitRule).min(1, limitRule).max(MAX_PAGE_SIZE, limitRule))
    .optional()
    .describe('At most so many; the `Link` header leads to the next page. The whole listing, when left out.'),
  cursor: z
    .string()
    .meta({ pattern: CURSOR })
    .optional()
    .describe('Where the page begins: the `cursor` in the `Link` header of the one before, as it is.'),
});

/** A query holds only text; whatever is no plain whole number stays text, and is refused as that. */
function readInteger(text: unknown): unknown {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text;
}
