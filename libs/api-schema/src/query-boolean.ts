import * as z from 'zod';

/** A boolean query parameter: `true` or `false`, case-insensitive. `1` and the empty string are invalid. */
export const queryBooleanSchema = z.preprocess(
  readBoolean,
  z.boolean({ error: 'must be `true` or `false`, in any case' }),
);

/** Query values are strings. Anything but a boolean stays a string, which the schema then rejects. */
function readBoolean(text: unknown): unknown {
  const word = typeof text === 'string' ? text.toLowerCase() : text;
  return word === 'true' || word === 'false' ? word === 'true' : text;
}
