import * as z from 'zod';

export const MAX_PAGE_SIZE = 1_000;

const limitRule = `must be a whole number from 1 to ${MAX_PAGE_SIZE}`;

// The domain parses the cursor; here its form is only documented.
const CURSOR = '^[0-9]{1,15}~[^\\u0000-\\u001f\\u007f]{1,255}$';

/** Selects a page of a listing. Without `limit`, the whole listing is streamed. */
export const pageQuerySchema = z.object({
  limit: z
    .preprocess(readInteger, z.int(limitRule).min(1, limitRule).max(MAX_PAGE_SIZE, limitRule))
    .optional()
    .describe('Page size. The `Link` header points to the next page. Default: the whole listing.'),
  cursor: z
    .string()
    .meta({ pattern: CURSOR })
    .optional()
    .describe('Start of the page: the `cursor` from the `Link` header of the previous page, unchanged.'),
});

/** Query values are strings. Anything but a whole number stays a string, which the schema then rejects. */
export function readInteger(text: unknown): unknown {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text;
}
