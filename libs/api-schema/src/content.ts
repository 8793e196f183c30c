import type { z } from 'zod';

/** The content of a body of one media type. */
export type Content =
  /** One JSON value. */
  | { readonly kind: 'json'; readonly schema: z.ZodType; readonly example: unknown }
  /** The fields of a form. A file is a string of the format `binary`. */
  | { readonly kind: 'form'; readonly schema: z.ZodObject; readonly example: unknown }
  /** A stream of JSON values. Each can be read before the next arrives. */
  | { readonly kind: 'sequence'; readonly item: z.ZodType; readonly examples: readonly unknown[] }
  /** Bytes that are not JSON. */
  | { readonly kind: 'binary' };

/** The accepted contents of a request, or the possible contents of a response (the client picks by `Accept`). */
export type Contents = Readonly<Record<string, Content>>;

/** One JSON value. */
export function json(
  schema: z.ZodType,
  example: unknown,
  mediaTypes: readonly string[] = ['application/json'],
): Contents {
  return each(mediaTypes, { kind: 'json', schema, example });
}

/** A form with these fields. */
export function form(
  schema: z.ZodObject,
  example: unknown,
  mediaTypes: readonly string[] = ['multipart/form-data'],
): Contents {
  return each(mediaTypes, { kind: 'form', schema, example });
}

/**
 * A stream of JSON values, one per line. For media types ending in `json-seq`, a record separator precedes each value
 * (RFC 7464).
 */
export function sequence(
  item: z.ZodType,
  examples: readonly unknown[],
  mediaTypes: readonly string[] = ['application/x-ndjson'],
): Contents {
  return each(mediaTypes, { kind: 'sequence', item, examples });
}

/** Bytes in the format of the media type. */
export function binary(mediaTypes: readonly string[]): Contents {
  return each(mediaTypes, { kind: 'binary' });
}

function each(mediaTypes: readonly string[], content: Content): Contents {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, content]));
}
