import { wordFor } from './word-for.js';

/** A value of a query. A list is sent with commas between its items; `undefined` is left out. */
export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

/**
 * A path with its values percent-encoded.
 * @throws {TypeError} for a value that would change the path: an empty one, `.` and `..`, or a value that is not a
 * text.
 */
export function path(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: parts }, ...values.map(step));
}

function step(value: unknown): string {
  const text = encoded(value, 'A part of an address');
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`'${text}' cannot be a part of an address.`);
  return text;
}

/** @throws {TypeError} for a value that no address can have. `what` begins the message. */
export function encoded(value: unknown, what: string): string {
  const isKnown = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
  if (!isKnown) throw new TypeError(`${what} must be a text or a number, and is ${wordFor(value)}.`);
  try {
    return encodeURIComponent(String(value));
  } catch (cause) {
    throw new TypeError(`${what} has half of a surrogate pair, which no address can have.`, { cause });
  }
}

/** A query as text, without `?`. @throws {TypeError} for a value that no query can have. */
export function queryText<Q extends { readonly [K in keyof Q]: QueryValue }>(query: Q): string {
  return Object.entries<QueryValue>(query)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${encodeURIComponent(name)}=${valueText(value, `\`${name}\``)}`],
    )
    .join('&');
}

function valueText(value: Exclude<QueryValue, undefined>, what: string): string {
  return Array.isArray(value) ? listText(value, what) : encoded(value, what);
}

/** The items of a list, joined by a separator. @throws {TypeError} if it is not a list. */
export function listText(values: unknown, what: string, separator = ','): string {
  if (!Array.isArray(values)) throw new TypeError(`${what} must be a list, and is ${wordFor(values)}.`);
  return values.map((value: unknown) => encoded(value, what)).join(separator);
}

/** Joins the non-empty parts of a query. */
export const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('&');

const IDS_AT_ONCE = 100;
const MAX_IDS_LENGTH = 6_000;

/** Splits ids into groups that fit into an address. @throws {TypeError} for a value that is not an id. */
export function idGroups(ids: readonly string[]): readonly (readonly string[])[] {
  if (!Array.isArray(ids)) throw new TypeError(`\`ids\` must be a list, and is ${wordFor(ids)}.`);
  const groups: string[][] = [];
  let length = MAX_IDS_LENGTH;
  for (const id of ids as readonly string[]) {
    const text = encoded(id, 'An id');
    if (text === '') throw new TypeError('An id is empty.');
    length += text.length + 1;
    const group = groups.at(-1);
    if (group !== undefined && group.length < IDS_AT_ONCE && length <= MAX_IDS_LENGTH) group.push(id);
    else {
      groups.push([id]);
      length = text.length;
    }
  }
  return groups;
}
