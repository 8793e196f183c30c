import { InvalidInput } from '@cairn/kernel';
import { canonicalQuery } from '../transforms/canonical-query.js';
import { parseTransform, type Query } from '../transforms/parse-transform.js';

/** A named set of transform parameters. Time in epoch milliseconds. */
export interface Preset {
  readonly name: string;
  /** The parameters as a query, without `?`. */
  readonly query: string;
  readonly updatedAt: number;
}

const MAX_QUERY_LENGTH = 1_000;

/** Whether a preset can have the name: it needs no encoding in a query. */
export function isPresetName(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(text);
}

/** @throws {InvalidInput} unless a preset can have the name. */
export function parsePresetName(text: string): string {
  if (isPresetName(text)) return text;
  throw InvalidInput.of(
    'invalid-name',
    'The name must have 1 to 64 characters: lower-case letters, digits and hyphens, the first one no hyphen.',
  );
}

/** @throws {InvalidInput} naming every invalid parameter. */
export function parsePresetQuery(text: string): Query {
  if (text.length > MAX_QUERY_LENGTH)
    throw InvalidInput.of('too-long', `The query must not have more than ${MAX_QUERY_LENGTH} characters.`);
  const query = queryIn(text);
  if (canonicalQuery(parseTransform(query)) === '')
    throw InvalidInput.of('empty', 'The query must have a parameter that changes something.');
  return query;
}

/** The parameters of a query by name; all values of a repeated one. */
function queryIn(text: string): Query {
  const values = new Map<string, readonly string[]>();
  for (const pair of text.split('&').filter((part) => part !== '')) {
    const [name = '', ...rest] = pair.split('=');
    const key = decoded(name);
    values.set(key, [...(values.get(key) ?? []), decoded(rest.join('='))]);
  }
  return Object.fromEntries(
    [...values].map(([name, [first = '', ...others]]) => [
      name,
      others.length === 0 ? first : [first, ...others],
    ]),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw InvalidInput.of('malformed', 'The query has a percent sign that is not followed by two digits.');
  }
}
