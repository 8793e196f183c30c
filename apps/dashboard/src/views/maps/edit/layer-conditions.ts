import type { LayerFilterRecord } from '@cairn/api-schema';
import type { FilterConditions, FilterValue, Where } from '@cairn/client';
import {
  filtersOf,
  type Comparison,
  type Condition,
  type Datatypes,
  type Member,
} from '../../spaces/filter/conditions.ts';

type Compare = Extract<LayerFilterRecord, { readonly kind: 'compare' }>;
type Slot = Exclude<keyof FilterConditions, 'contains'>;

/** The operators of filters, by the conditions of the client. */
const operators = {
  eq: 'equals',
  not: 'notEquals',
  gt: 'greater',
  gte: 'atLeast',
  lt: 'less',
  lte: 'atMost',
  startsWith: 'startsWith',
  includes: 'includes',
} as const satisfies Readonly<Record<Slot, Compare['operator']>>;

const slots = Object.keys(operators) as readonly Slot[];
const slotOf = (operator: Compare['operator']): Slot =>
  slots.find((slot) => operators[slot] === operator) ?? 'eq';

/** The filter of a layer that conditions make; nothing if there are none. */
export function filterOf(
  conditions: readonly Condition[],
  datatypes: Datatypes,
): LayerFilterRecord | undefined {
  const { where = {} } = filtersOf(conditions, datatypes);
  const filters = Object.entries(where).flatMap(([member, given]: [string, unknown]) =>
    Object.entries(given as FilterConditions).map(([slot, value]: [string, unknown]): Compare => ({
      kind: 'compare',
      path: pathOf(member),
      operator: operators[slot as Slot],
      values: (Array.isArray(value) ? value : [value]) as readonly FilterValue[],
    })),
  );
  return filters.length > 1 ? { kind: 'and', filters } : filters[0];
}

/** The conditions of a filter; `undefined` if it is one that conditions cannot say. */
export function conditionsIn(filter: LayerFilterRecord | undefined): readonly Condition[] | undefined {
  const parts = partsOf(filter);
  if (parts === undefined) return undefined;
  const conditions: Condition[] = [];
  for (const { path, operator, values } of parts) {
    const member = memberOf(path);
    const slot = slotOf(operator);
    if (member === undefined) return undefined;
    const isEmptiness = values.includes(null);
    if (isEmptiness && !(values.length === 2 && values.includes('') && (slot === 'eq' || slot === 'not')))
      return undefined;
    const emptiness: Comparison = slot === 'eq' ? 'empty' : 'filled';
    const next = isEmptiness
      ? { member, comparison: emptiness, values: [] }
      : { member, comparison: slot, values: values.map(String) };
    const first = conditions.find((one) => one.member === member && one.comparison === 'gte');
    const range = first && ({ lt: 'range', lte: 'between' } as Partial<Record<Slot, Comparison>>)[slot];
    if (first === undefined || range === undefined) conditions.push(next);
    else conditions[conditions.indexOf(first)] = { member, comparison: range, values: [...first.values, ...next.values] }; // prettier-ignore
  }
  return conditions;
}

/** The filter for the address of tiles; `undefined` if it cannot be said there. */
export function whereOf(filter: LayerFilterRecord | undefined): Where | undefined {
  const where: Record<string, Record<string, unknown>> = {};
  const parts = partsOf(filter);
  for (const { path, operator, values } of parts ?? []) {
    const member = memberOf(path);
    const slot = slotOf(operator);
    // In an address a point leads into a property.
    const isSaid = member !== undefined && path.every((name) => !name.includes('.'));
    if (!isSaid || where[member]?.[slot] !== undefined) return undefined;
    where[member] = { ...where[member], [slot]: values };
  }
  return parts && where;
}

/** Comparisons that all must hold; `undefined` if the filter is something else. */
function partsOf(filter: LayerFilterRecord | undefined): readonly Compare[] | undefined {
  if (filter === undefined) return [];
  if (filter.kind === 'compare') return [filter];
  if (filter.kind !== 'and') return undefined;
  const parts = filter.filters.map(partsOf);
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

const pathOf = (member: string): readonly string[] =>
  member.startsWith('p.') ? ['properties', member.slice(2)] : member.slice(2).split('.');

function memberOf([first = '', ...rest]: readonly string[]): Member | undefined {
  if (first === 'properties') return rest.length === 1 ? `p.${rest[0] ?? ''}` : undefined;
  return `f.${[first, ...rest].join('.')}`;
}
