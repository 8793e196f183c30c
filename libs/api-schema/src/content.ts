import type { z } from 'zod';

/** One JSON value. */
export interface JsonContent<S extends z.ZodType = z.ZodType> {
  readonly kind: 'json';
  readonly schema: S;
  readonly example: unknown;
}

/** The fields of a form. A file is a string of the format `binary`. */
export interface FormContent<S extends z.ZodObject = z.ZodObject> {
  readonly kind: 'form';
  readonly schema: S;
  readonly example: unknown;
}

/** A stream of JSON values. Each can be read before the next arrives. */
export interface SequenceContent<S extends z.ZodType = z.ZodType> {
  readonly kind: 'sequence';
  readonly item: S;
  readonly examples: readonly unknown[];
}

/** Bytes that are not JSON. */
export interface BinaryContent {
  readonly kind: 'binary';
}

/** The content of a body of one media type. */
export type Content = JsonContent | FormContent | SequenceContent | BinaryContent;

/** The accepted contents of a request, or the possible contents of a response (the client picks by `Accept`). */
export type Contents<C extends Content = Content> = Readonly<Record<string, C>>;

/** One JSON value. */
export function json<S extends z.ZodType>(
  schema: S,
  example: unknown,
  mediaTypes: readonly string[] = ['application/json'],
): Contents<JsonContent<S>> {
  return each(mediaTypes, { kind: 'json', schema, example });
}

/** A form with these fields. */
export function form<S extends z.ZodObject>(
  schema: S,
  example: unknown,
  mediaTypes: readonly string[] = ['multipart/form-data'],
): Contents<FormContent<S>> {
  return each(mediaTypes, { kind: 'form', schema, example });
}

/**
 * A stream of JSON values, one per line. For media types ending in `json-seq`, a record separator precedes each value
 * (RFC 7464).
 */
export function sequence<S extends z.ZodType>(
  item: S,
  examples: readonly unknown[],
  mediaTypes: readonly string[] = ['application/x-ndjson'],
): Contents<SequenceContent<S>> {
  return each(mediaTypes, { kind: 'sequence', item, examples });
}

/** Bytes in the format of the media type. */
export function binary(mediaTypes: readonly string[]): Contents<BinaryContent> {
  return each(mediaTypes, { kind: 'binary' });
}

function each<C extends Content>(mediaTypes: readonly string[], content: C): Contents<C> {
  return Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, content]));
}
