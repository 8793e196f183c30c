import { z } from 'zod';

/** A boolean of a query: `true` or `false` in any case. Nothing else is one, neither `1` nor an empty text. */
export const queryBooleanSchema = z.preprocess(
  readBoolean,
  z.boolean({ error: 'must be `true` or `false`, in any case' }),
);

/** A query holds only text; whatever is no boolean stays text, and is refused as that. */
function readBoolean(text: unknown): unknown {
  const word = typeof text === 'string' ? text.toLowerCase() : text;
  return word === 'true' || word === 'false' ? word === 'true' : text;
}
