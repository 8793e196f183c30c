/** A value of a query. A list is sent with commas between its items; `undefined` is left out. */
export type QueryValue = string | number | boolean | readonly (string | number)[] | undefined;

/**
 * A path with its values percent-encoded.
 * @throws {TypeError} for a value that would lead to another path: an empty one, `.` and `..`.
 */
export function path(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return String.raw({ raw: parts }, ...values.map(step));
}

function step(value: string | number): string {
  const text = String(value);
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`'${text}' cannot be a part of an address.`);
  return encodeURIComponent(text);
}

/** A query as text, without `?`. */
export function queryText<Q extends { readonly [K in keyof Q]: QueryValue }>(query: Q): string {
  return Object.entries<QueryValue>(query)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${encodeURIComponent(name)}=${valueText(value)}`],
    )
    .join('&');
}

function valueText(value: Exclude<QueryValue, undefined>): string {
  return typeof value === 'object' ? value.map(encodeURIComponent).join(',') : encodeURIComponent(value);
}

/** Parts of a query as one, without those that are empty. */
export const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('&');

const IDS_AT_ONCE = 100;
const MAX_IDS_LENGTH = 6_000;

/** Ids in groups that are not too long for an address. */
export function idGroups(ids: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let length = MAX_IDS_LENGTH;
  for (const id of ids) {
    length += encodeURIComponent(id).length + 1;
    const group = groups.at(-1);
    if (group !== undefined && group.length < IDS_AT_ONCE && length <= MAX_IDS_LENGTH) group.push(id);
    else {
      groups.push([id]);
      length = encodeURIComponent(id).length;
    }
  }
  return groups;
}
