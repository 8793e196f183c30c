import { joined, queryText, type QueryValue } from '../transport/address.js';

/** A value to compare with; `null` for members that are missing or null. */
export type FilterValue = string | number | boolean | null;

/** What the value of a member must be. Lists are alternatives. Of several conditions all must be met. */
export interface FilterConditions {
  readonly eq?: FilterValue | readonly FilterValue[] | undefined;
  readonly not?: FilterValue | readonly FilterValue[] | undefined;
  readonly gt?: string | number | undefined;
  readonly gte?: string | number | undefined;
  readonly lt?: string | number | undefined;
  readonly lte?: string | number | undefined;
  /** An item of a list, or members of an object. */
  readonly contains?: FilterValue | object | undefined;
  readonly startsWith?: string | undefined;
}

/** Conditions by member: `p.name` is a property, `p.a.b` one inside of it, `f.id` a member of the feature. */
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

/** What is shown of features. */
export interface FeatureView {
  /** `p.name` for a property, `name` for a member of the feature, `!geometry` for no geometry. Default: all. */
  readonly selection?: readonly string[] | undefined;
  /** Leaves altitudes out. */
  readonly force2D?: boolean | undefined;
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
};

/** A query of features as text. Members that are no filters are sent under their own names. */
export function featureQuery<Q extends FeatureFilters>({ tags, tagMatch, where = {}, ...others }: Q): string {
  const separator = tagMatch === 'all' ? '+' : ',';
  const tagged =
    tags === undefined || tags.length === 0 ? '' : `tags=${tags.map(encodeURIComponent).join(separator)}`;
  return joined(
    queryText(others as Readonly<Record<string, QueryValue>>),
    tagged,
    ...Object.entries(where).flatMap(([name, given]) => filters(name, given)),
  );
}

function filters(name: string, given: Where[keyof Where]): readonly string[] {
  const conditions = isConditions(given) ? given : { eq: given };
  const member = encodeURIComponent(name);
  return Object.entries(operators).flatMap(([condition, operator]) => {
    const value = conditions[condition as keyof FilterConditions];
    if (value === undefined) return [];
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return [`${member}${operator}${values.map((one) => encodeURIComponent(valueText(one))).join(',')}`];
  });
}

function isConditions(given: Where[keyof Where]): given is FilterConditions {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** As the service reads it back: texts in quotes, as they could be taken for numbers. */
function valueText(value: unknown): string {
  if (value === null) return '.null';
  if (typeof value === 'string') return `'${value}'`;
  return JSON.stringify(value);
}
