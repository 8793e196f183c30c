import { InvalidInput } from '@cairn/kernel';

/** A query string as XYZ Hub reads it. */
export interface HubParameters {
  /**
   * The value of a name, decoded, including commas. Names are case-insensitive.
   * @throws {InvalidInput} for several that differ: which of them is meant is not clear.
   */
  text(name: string): string | undefined;
  /** The same value, not decoded. @throws {InvalidInput} */
  raw(name: string): string | undefined;
  /** Whether the name was sent, also without a value. */
  has(name: string): boolean;
  /** All values of a name, split at commas and then decoded, so that an encoded comma is a part of a value. */
  list(name: string): readonly string[];
  /** All values of a name as they were sent. */
  sent(name: string): readonly string[];
  /**
   * `true` or `false` in any case, possibly repeated. An empty value is not treated as absent, because the operation
   * that the flag prevents would then run.
   * @throws {InvalidInput} for anything else.
   */
  flag(name: string): boolean | undefined;
  /** A whole number in digits. @throws {InvalidInput} for anything else that is not empty. */
  integer(name: string): number | undefined;
  /** The names with this prefix, in lower case. */
  names(prefix: string): readonly string[];
  /** The elements for `p.…` and `f.…`, not decoded. */
  readonly filters: readonly string[];
}

const FILTER = /^(?:p|f)\./i;

/**
 * Reads a query string without its `?`. It is split at `&`, and each element at its first `=`. Elements without a value
 * are left out, except for flags. The values of a repeated name are collected.
 */
export function hubParameters(query: string): HubParameters {
  const values = new Map<string, string[]>();
  const empty = new Set<string>();
  const filters: string[] = [];
  for (const element of query.split('&')) {
    if (FILTER.test(decodeText(element))) {
      filters.push(element);
      continue;
    }
    const [, name = element, value = ''] = /^([^=]*)=(.*)$/s.exec(element) ?? [];
    const known = decodeText(name).toLowerCase();
    if (value === '') empty.add(known);
    else values.set(known, [...(values.get(known) ?? []), value]);
  }
  const sent = (name: string): readonly string[] => values.get(name.toLowerCase()) ?? [];
  const raw = (name: string): string | undefined => {
    const [value, ...others] = sent(name);
    if (others.every((other) => other === value)) return value;
    throw InvalidInput.of('ambiguous', `\`${name}\` has several values.`, `/${name}`);
  };
  const text = (name: string): string | undefined => {
    const value = raw(name);
    return value === undefined ? undefined : decodeText(value);
  };
  return {
    text,
    raw,
    has: (name) => values.has(name.toLowerCase()) || empty.has(name.toLowerCase()),
    sent,
    names: (prefix) => [...values.keys()].filter((name) => name.startsWith(prefix)),
    list: (name) => sent(name).flatMap((value) => value.split(',').map(decodeText)),
    flag: (name) => {
      const words = new Set(sent(name).map((value) => decodeText(value).toLowerCase()));
      if (empty.has(name.toLowerCase())) words.add('');
      const [word] = words;
      if (word === undefined) return undefined;
      if (words.size === 1 && (word === 'true' || word === 'false')) return word === 'true';
      throw InvalidInput.of(
        'invalid-type',
        `\`${name}\` must be \`true\` or \`false\`, in any case.`,
        `/${name}`,
      );
    },
    integer: (name) => {
      const number = text(name);
      if (number === undefined) return undefined;
      if (/^[+-]?\d{1,15}$/.test(number)) return Number(number);
      throw InvalidInput.of('invalid-type', `\`${name}\` must be a whole number.`, `/${name}`);
    },
    filters,
  };
}

/** Decodes a part of a query, in which `+` is a space. Invalid encoding is taken literally. */
export function decodeText(sent: string): string {
  const spaced = sent.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** The values of a list whose commas may be encoded. */
export function lenientList(parameters: HubParameters, name: string): readonly string[] {
  return sentList(parameters, name).map(decodeText);
}

/** The same values, not decoded. */
export function sentList(parameters: HubParameters, name: string): readonly string[] {
  return parameters.sent(name).flatMap((value) => value.split(/,|%2c/i).filter((piece) => piece !== ''));
}
