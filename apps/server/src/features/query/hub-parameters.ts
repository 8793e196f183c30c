import { InvalidInput } from '@cairn/kernel';

/** A query string as XYZ Hub reads it. */
export interface HubParameters {
  /** The first value of a name, decoded, commas and all. Names are told without regard to case. */
  text(name: string): string | undefined;
  /** All values of a name, split at commas and then decoded, so that an encoded comma is a part of a value. */
  list(name: string): readonly string[];
  /** All values of a name as they were sent. */
  sent(name: string): readonly string[];
  /**
   * `true` or `false`, in any case, however often. Not absent if it is empty: what it guards would then happen.
   * @throws {InvalidInput} for anything else.
   */
  flag(name: string): boolean | undefined;
  /** A whole number in digits. @throws {InvalidInput} for anything else that is not empty. */
  integer(name: string): number | undefined;
  /** The names that start so, in lower case. */
  names(prefix: string): readonly string[];
  /** The elements for `p.…` and `f.…`, as they were sent. */
  readonly filters: readonly string[];
}

const FILTER = /^(?:p|f)\./i;

/**
 * Reads a query string without its `?`. It is split at `&`, each element at its first `=`; those without a value are left
 * out, but for flags. The values of a name that comes more than once add up.
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
  const text = (name: string): string | undefined => sent(name).slice(0, 1).map(decodeText)[0];
  return {
    text,
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

/** Decodes a part of a query, in which `+` is a space. What is not encoded well is taken as it is. */
export function decodeText(sent: string): string {
  const spaced = sent.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** The values of a list that clients send with commas that are encoded, too. */
export function lenientList(parameters: HubParameters, name: string): readonly string[] {
  const pieces = parameters.sent(name).flatMap((value) => value.split(/,|%2c/i).map(decodeText));
  return pieces.filter((piece) => piece !== '');
}
