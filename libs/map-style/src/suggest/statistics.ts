import { isUsable } from '../model/limits.js';
import type { CategoryValue } from '../model/layer-style.js';
import type { ValueCount } from '../legend/legend-of.js';

/** A feature of GeoJSON, as far as statistics need it. */
export interface SampledFeature {
  readonly geometry: { readonly type: string } | null;
  readonly properties: Readonly<Record<string, unknown>> | null;
}

/** What the features of a space are like. Plain JSON. */
export interface SampleStatistics {
  /** How many features were looked at. */
  readonly total: number;
  readonly geometryTypes: readonly { readonly name: string; readonly count: number }[];
  /** In the order in which features have them. */
  readonly properties: readonly PropertyStatistics[];
}

/** What the values of a property are like. Nulls, empty texts, objects and arrays do not count. */
export interface PropertyStatistics {
  readonly name: string;
  /** How many features have a value. */
  readonly count: number;
  /** How many of the values are numbers. */
  readonly numbers: number;
  /** How many different values there are. */
  readonly distinct: number;
  /** The values and their counts, the most frequent first; only some if there are more than `MAX_VALUES`. */
  readonly values: readonly ValueCount[];
}

/** Enough for classes of numbers. */
export const MAX_VALUES = 10_000;
/** More of a feature is no table. */
const MAX_PROPERTIES = 500;

/** Looks at features: some thousand, taken evenly from a space, tell enough. */
export function statisticsOf(features: Iterable<SampledFeature>): SampleStatistics {
  const types = new Map<string, number>();
  const properties = new Map<string, Map<CategoryValue, number>>();
  let total = 0;
  for (const { geometry, properties: members } of features) {
    total += 1;
    if (geometry !== null) increase(types, geometry.type);
    for (const [name, value] of Object.entries(members ?? {})) {
      const counts = properties.get(name) ?? new Map<CategoryValue, number>();
      if (properties.size < MAX_PROPERTIES) properties.set(name, counts);
      if (isValue(value)) increase(counts, value);
    }
  }
  return {
    total,
    geometryTypes: [...types].map(([name, count]) => ({ name, count })),
    properties: [...properties].map(([name, counts]) => summaryOf(name, counts)),
  };
}

function isValue(value: unknown): value is CategoryValue {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'boolean' || (typeof value === 'number' && isUsable(value));
}

function summaryOf(name: string, counts: ReadonlyMap<CategoryValue, number>): PropertyStatistics {
  const values = [...counts].map(([value, count]) => ({ value, count }));
  const sum = (all: readonly ValueCount[]): number => all.reduce((total, { count }) => total + count, 0);
  return {
    name,
    count: sum(values),
    numbers: sum(values.filter(({ value }) => typeof value === 'number')),
    distinct: values.length,
    values: values.sort(byCount).slice(0, MAX_VALUES),
  };
}

/** Equally frequent values have an order of their own, so that colors do not depend on the order of the features. */
function byCount(one: ValueCount, other: ValueCount): number {
  const [first, second] = [String(one.value), String(other.value)];
  return other.count - one.count || Number(first > second) - Number(first < second);
}

function increase<T>(counts: Map<T, number>, key: T): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
