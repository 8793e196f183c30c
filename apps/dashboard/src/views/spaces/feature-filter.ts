import type { FeatureFilters, FilterValue } from '@cairn/client';

export const comparisons = ['eq', 'not', 'startsWith', 'gt', 'lt'] as const;
export type Comparison = (typeof comparisons)[number];

/** A condition for one property, as typed. */
export interface PropertyFilter {
  readonly property: string;
  readonly comparison: Comparison;
  readonly text: string;
}

/** The condition in the form of the hub. Numbers and booleans are compared as such if the property has them. */
export function filtersOf(
  filter: PropertyFilter | undefined,
  datatypes: ReadonlyMap<string, string>,
): FeatureFilters {
  if (filter === undefined || filter.property === '') return {};
  const { property, comparison, text } = filter;
  return { where: { [`p.${property}`]: { [comparison]: valueOf(text, datatypes.get(property)) } } };
}

function valueOf(text: string, datatype = 'string'): FilterValue {
  if (datatype === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (datatype === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
