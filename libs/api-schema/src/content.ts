import type { z } from 'zod';

/** What a body holds that is sent under one media type. */
export type Content =
  /** One JSON value. */
  | { readonly kind: 'json'; readonly schema: z.ZodType; readonly example: unknown }
  /** The fields of a form, a file among them as a string of the format `binary`. */
  | { readonly kind: 'form'; readonly schema: z.ZodObject; readonly example: unknown }
  /** JSON values one after another, each of them readable before the next has come. */
  | { readonly kind: 'sequence'; readonly item: z.ZodType; readonly examples: readonly unknown[] }
  /** Bytes that are no JSON. */
  | { readonly kind: 'binary' };

/** What a body may be, by media type: of a request any of them, of an answer the one that its client prefers. */
export type Contents = Readonly<Record<string, Content>>;

/** A body that is one JSON value. */
export function json(
  schema: z.ZodType,
  example: unknown,
  mediaTypes: readonly string[] = ['application/json'],
): Contents {
  return each(mediaTypes, { kind: 'json', schema, example });
}

/** A body that is a form with these fields. */
export function form(
  schema: z.ZodObject,
  example: unknown,
  mediaTypes: readonly string[] = ['multipart/form-data'],
): Contents {
  return each(mediaTypes, { kind: 'form', schema, example });
}

/**
 * A body that is a stream of JSON values: one a line, or behind a record separator (RFC 7464) where the media type ends
 * in `json-seq`.
 */
export function sequence(
  item: z.ZodType,
  examples: readonly unknown[],
  mediaTypes: readonly string[] = ['application/x-ndjson'],
): Contents {
  return each(mediaTypes, { kind: 'sequence', item, examples });
}

/** A body of bytes in a format that its media type names. */
export function binary(mediaTypes: readonly string[]): Contents {
  return each(mediaTypes, { kind: 'binary' });
}

function each(mediaTypes: readonly string[], content: Content): Contents {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, content]));
}
