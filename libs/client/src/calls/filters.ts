import { encoded, joined, listText, queryText } from '../transport/address.js';
import { wordFor } from '../transport/word-for.js';

/** A value to compare with; `null` for members that are missing or null. */
export type FilterValue = string | number | boolean | null;

/** Conditions on the value of a member. A list means any of its values. All conditions must be met. */
export interface FilterConditions {
  readonly eq?: FilterValue | readonly FilterValue[] | undefined;
  readonly not?: FilterValue | readonly FilterValue[] | undefined;
  readonly gt?: string | number | undefined;
  readonly gte?: string | number | undefined;
  readonly lt?: string | number | undefined;
  readonly lte?: string | number | undefined;
  /** An item that a list must contain, or members that an object must contain. */
  readonly contains?: FilterValue | object | undefined;
  readonly startsWith?: string | undefined;
  /** A text that the text must have in it, in upper or lower case. */
  readonly includes?: string | undefined;
}

/**
 * Conditions by member: `p.name` is a property, `p.a.b` is a member of the property `a`, `f.id` a member of the
 * feature.
 */
export type Where = Readonly<
  Record<`p.${string}` | `f.${string}`, FilterValue | readonly FilterValue[] | FilterConditions>
>;

/** Which features. */
export interface FeatureFilters {
  readonly tags?: readonly string[] | undefined;
  /** Whether a feature needs `all` of the tags, or `any`. Default: `any`. */
  readonly tagMatch?: 'any' | 'all' | undefined;
  readonly where?: Where | undefined;
}

const operators: Readonly<Record<keyof FilterConditions, string>> = {
  eq: '=',
  not: '!=',
  gt: '=gt=',
  gte: '=gte=',
  lt: '=lt=',
  lte: '=lte=',
  contains: '=cs=',
  startsWith: '=bw=',
  includes: '=has=',
};

const tagMatches: readonly unknown[] = ['any', 'all', undefined];

/** The query for filters of features, as text. Other members keep their names. */
export function featureQuery({ tags, tagMatch, where = {}, ...others }: FeatureFilters): string {
  if (!tagMatches.includes(tagMatch)) throw new TypeError('`tagMatch` must be any or all.');
  const tagText = tags === undefined ? '' : listText(tags, '`tags`', tagMatch === 'all' ? '+' : ',');
  const tagged = tagText === '' ? '' : `tags=${tagText}`;
  return joined(
    queryText(others),
    tagged,
    ...Object.entries(where).flatMap(([name, given]) => filters(name, given)),
  );
}

/** The query for the properties with these names, as text. @throws {TypeError} for no names. */
export function selectionOf(names: readonly string[]): string {
  if (names.length === 0) throw new TypeError('`fields` is empty.');
  // A dot would lead into a property.
  const members = names.map((name) => `p.${encoded(name, 'A field').replaceAll('.', '%2E')}`);
  return `selection=${members.join(',')}`;
}

function filters(name: string, given: Where[keyof Where]): readonly string[] {
  const conditions = isConditions(given) ? given : { eq: given };
  const what = `The filter of ${name}`;
  const member = encoded(name, what);
  return Object.entries(conditions).flatMap(([condition, value]: [string, unknown]) => {
    // Unknown conditions throw an error: if they were ignored, the query would find too much.
    if (!isOperator(condition)) throw new TypeError(`${what} has the unknown condition ${condition}.`);
    if (value === undefined) return [];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return [
      `${member}${operators[condition]}${values.map((one) => encoded(valueText(one, what), what)).join(',')}`,
    ];
  });
}

const isOperator = (name: string): name is keyof FilterConditions => Object.hasOwn(operators, name);

function isConditions(given: Where[keyof Where]): given is FilterConditions {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** A value as the service parses it. Texts are quoted, because they could be read as numbers. */
function valueText(value: unknown, what: string): string {
  if (value === null) return '.null';
  if (typeof value === 'string') return `'${value}'`;
  const isValue = Number.isFinite(value) || typeof value === 'boolean' || typeof value === 'object';
  if (!isValue) throw new TypeError(`${what} has ${wordFor(value)}, which is no value to compare with.`);
  return JSON.stringify(value);
}
