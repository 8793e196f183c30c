import type { FeatureFilters, FilterConditions, FilterValue, Where } from '@cairn/client';

type Slot = keyof FilterConditions;
type Shape = readonly [values: 'none' | 'one' | 'two' | 'any', ...slots: readonly Slot[]];

/** How many values each comparison takes, and the conditions of the API that it becomes. */
const shapes = {
  includes: ['one', 'includes'],
  eq: ['any', 'eq'],
  not: ['one', 'not'],
  startsWith: ['one', 'startsWith'],
  gt: ['one', 'gt'],
  gte: ['one', 'gte'],
  lt: ['one', 'lt'],
  lte: ['one', 'lte'],
  between: ['two', 'gte', 'lte'],
  /** Without the upper end, as in a histogram. */
  range: ['two', 'gte', 'lt'],
  empty: ['none', 'eq'],
  filled: ['none', 'not'],
} as const satisfies Readonly<Record<string, Shape>>;

export type Comparison = keyof typeof shapes;
/** The path of a member: `p.` and the name of a property, or `f.geometry.type`. */
export type Member = `p.${string}` | `f.${string}`;

/** The type of geometry, which is no property. */
export const GEOMETRY_TYPE = 'f.geometry.type';

/** A condition for one member, with its values as typed. */
export interface Condition {
  readonly member: Member;
  readonly comparison: Comparison;
  readonly values: readonly string[];
}

/** The types of properties, by their names. */
export type Datatypes = ReadonlyMap<string, string>;

const ranges: readonly Comparison[] = ['gt', 'gte', 'lt', 'lte', 'between', 'range'];
const offered: Readonly<Record<string, readonly Comparison[]>> = {
  number: ['eq', 'not', 'gt', 'gte', 'lt', 'lte', 'between', 'empty', 'filled'],
  boolean: ['eq', 'empty', 'filled'],
  string: ['includes', 'eq', 'not', 'startsWith', 'gte', 'lte', 'between', 'empty', 'filled'],
};

/** The comparisons that make sense for a type. */
export const comparisonsFor = (datatype = 'string'): readonly Comparison[] =>
  offered[datatype] ?? ['empty', 'filled'];

/** How many values people type for a comparison. */
export const fieldsOf = (comparison: Comparison): 0 | 1 | 2 =>
  (({ none: 0, one: 1, any: 1, two: 2 }) as const)[shapes[comparison][0]];

const isComparison = (text: string): text is Comparison => Object.hasOwn(shapes, text);
const isMember = (text: string): text is Member => /^[pf]\../.test(text);

function isWhole({ comparison, values }: Condition): boolean {
  const [count] = shapes[comparison];
  return count === 'any' ? values.length > 0 : values.length === fieldsOf(comparison);
}

/** Reads conditions as they are in the address; ignores what it does not understand. */
export function conditionsOf(text: string): readonly Condition[] {
  return text.split(',').flatMap((part): readonly Condition[] => {
    const [member = '', comparison = '', ...values] = part.split(' ').map(decoded);
    if (!isMember(member) || !isComparison(comparison)) return [];
    const condition = { member, comparison, values };
    return isWhole(condition) ? [condition] : [];
  });
}

/** Conditions for the address. */
export function conditionsText(conditions: readonly Condition[]): string {
  return conditions
    .map(({ member, comparison, values }) =>
      [member, comparison, ...values].map(encodeURIComponent).join(' '),
    )
    .join(',');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** With one more condition, which takes the place of those that it would contradict or repeat. */
export function withCondition(conditions: readonly Condition[], next: Condition): readonly Condition[] {
  const taken: readonly Slot[] = shapes[next.comparison].slice(1) as readonly Slot[];
  const isFree = ({ member, comparison }: Condition): boolean =>
    member !== next.member || !shapes[comparison].slice(1).some((slot) => taken.includes(slot as Slot));
  return [...conditions.filter(isFree), next];
}

export const withoutMember = (conditions: readonly Condition[], member: Member): readonly Condition[] =>
  conditions.filter((each) => each.member !== member);

/** With a range as the only one of the member, or with none. An end that is missing is open. */
export function withRange(
  conditions: readonly Condition[],
  member: Member,
  { from, below }: { readonly from?: string | undefined; readonly below?: string | undefined },
): readonly Condition[] {
  const others = conditions.filter((each) => each.member !== member || !ranges.includes(each.comparison));
  if (from !== undefined && below !== undefined)
    return [...others, { member, comparison: 'range', values: [from, below] }];
  if (from !== undefined) return [...others, { member, comparison: 'gte', values: [from] }];
  return below === undefined ? others : [...others, { member, comparison: 'lt', values: [below] }];
}

/** The ends of the ranges of a member. */
export function rangeOf(
  conditions: readonly Condition[],
  member: Member,
): { readonly from?: string | undefined; readonly below?: string | undefined } {
  const own = conditions.filter((each) => each.member === member && ranges.includes(each.comparison));
  const [from] = own.filter(({ comparison }) => !comparison.startsWith('l')).map(({ values }) => values[0]);
  const [below] = own
    .filter(({ comparison }) => !comparison.startsWith('g'))
    .map(({ values }) => values.at(-1));
  return { from, below };
}

/** The values that a member may have by the conditions; none if it may have any. */
export function pickedValues(conditions: readonly Condition[], member: Member): readonly string[] {
  return conditions.find((each) => each.member === member && each.comparison === 'eq')?.values ?? [];
}

/** With a value more among those that the member may have, or with it no more. */
export function withToggled(
  conditions: readonly Condition[],
  member: Member,
  value: string,
): readonly Condition[] {
  const picked = pickedValues(conditions, member);
  const values = picked.includes(value) ? picked.filter((each) => each !== value) : [...picked, value];
  return values.length === 0
    ? conditions.filter((each) => each.member !== member || each.comparison !== 'eq')
    : withCondition(conditions, { member, comparison: 'eq', values });
}

/** The conditions in the form of the hub. Numbers and booleans are compared as such if the property has them. */
export function filtersOf(conditions: readonly Condition[], datatypes: Datatypes): FeatureFilters {
  if (conditions.length === 0) return {};
  const where: Record<Member, FilterConditions> = {};
  for (const { member, comparison, values } of conditions) {
    const typed = values.map((text) => valueOf(text, datatypes.get(member.slice(2))));
    where[member] = { ...where[member], ...apiConditions(comparison, typed) };
  }
  return { where: where satisfies Where };
}

function apiConditions(comparison: Comparison, values: readonly FilterValue[]): FilterConditions {
  const [count, ...slots]: Shape = shapes[comparison];
  const [first = ''] = values;
  // An empty cell of a table is an empty text in some files, and left out in others.
  const given = count === 'none' ? [null, ''] : values.length > 1 ? values : first;
  if (slots.length === 1) return Object.fromEntries(slots.map((slot) => [slot, given]));
  return Object.fromEntries(slots.map((slot, index) => [slot, values[index] ?? '']));
}

function valueOf(text: string, datatype = 'string'): FilterValue {
  if (datatype === 'number') return numberOf(text) ?? text;
  if (datatype === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

/** A number with a decimal point or comma. */
export function numberOf(text: string): number | undefined {
  const written = text.trim().replace(/^([+-]?\d*),(\d+)$/, '$1.$2');
  const number = Number(written);
  return written !== '' && Number.isFinite(number) ? number : undefined;
}
