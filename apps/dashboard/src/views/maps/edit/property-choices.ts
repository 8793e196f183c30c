import type { Datatypes } from '../../spaces/filter/conditions.ts';
import type { LayerData } from './layer-data.ts';

/** Names of properties that rules of a style can be by. */
export interface PropertyChoices {
  readonly all: readonly string[];
  /** Those with numbers that differ. */
  readonly numbers: readonly string[];
  /** Those with values that features are told apart by. */
  readonly values: readonly string[];
}

/** What the features of a layer have. Properties with few values come first among those with values. */
export function propertyChoices(data: LayerData | undefined): PropertyChoices {
  const known = data?.statistics.properties.filter(({ count }) => count > 0) ?? [];
  return {
    all: allOf(data?.datatypes ?? new Map(), known.map(({ name }) => name)), // prettier-ignore
    numbers: known.filter(({ numbers, values }) => numbers > 0 && values.filter(({ value }) => typeof value === 'number').length > 1).map(({ name }) => name), // prettier-ignore
    values: known.toSorted((one, other) => one.distinct - other.distinct).map(({ name }) => name),
  };
}

const allOf = (datatypes: Datatypes, known: readonly string[]): readonly string[] => [
  ...new Set([...known, ...datatypes.keys()]),
];
