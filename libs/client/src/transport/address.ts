import { wordFor } from './word-for.js';

/** The values of the parameters of a path. */
export type PathParams = Readonly<Record<string, string | number>>;

/**
 * A path such as `/api/images/{id}` with its values percent-encoded.
 * @throws {TypeError} for a value that would change the path: an empty one, `.` and `..`, or a value that is not a
 * text.
 */
export function pathOf(template: string, params: PathParams = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    // The address of a file has slashes.
    name === 'address' ? String(params[name]).split('/').map(step).join('/') : step(params[name]),
  );
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
export function queryText(query: object): string {
  return Object.entries<unknown>({ ...query })
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${encodeURIComponent(name)}=${valueText(value, `\`${name}\``)}`],
    )
    .join('&');
}

const valueText = (value: unknown, what: string): string =>
  Array.isArray(value) ? listText(value, what) : encoded(value, what);

/** The items of a list, joined by a separator. @throws {TypeError} if it is not a list. */
export function listText(values: unknown, what: string, separator = ','): string {
  if (!Array.isArray(values)) throw new TypeError(`${what} must be a list, and is ${wordFor(values)}.`);
  return values.map((value: unknown) => encoded(value, what)).join(separator);
}

/** Joins the non-empty parts of a query. */
export const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('&');
