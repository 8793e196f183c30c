import { type Fault, InvalidInput } from '@cairn/kernel';
import type { MemberPath, PropertyFilter } from '@cairn/spaces';
import { OPERATORS } from '@cairn/spaces/spi';

const MAX_CONDITIONS = 100;
const MAX_DEPTH = 10;
const MAX_STEPS = 20;
const MAX_VALUES = 1_000;

/** The filter of a layer, if it is one that can be kept. @throws {InvalidInput} with all faults. */
export function parseLayerFilter(filter: PropertyFilter): PropertyFilter {
  const faults = [...faultsOf(filter, { pointer: '', depth: 1 })];
  InvalidInput.throwIfAny(faults);
  if (countOf(filter) > MAX_CONDITIONS)
    throw InvalidInput.of('too-many-filters', `A filter must not have more than ${MAX_CONDITIONS} parts.`);
  return filter;
}

/** The filter that holds where all given ones do; `undefined` if none is given. */
export function allOf(...filters: readonly (PropertyFilter | undefined)[]): PropertyFilter | undefined {
  const given = filters.filter((filter) => filter !== undefined);
  return given.length > 1 ? { kind: 'and', filters: given } : given[0];
}

/** Every member that the filter looks at. */
export function pathsIn(filter: PropertyFilter): readonly MemberPath[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.filters.flatMap(pathsIn);
    case 'not':
      return pathsIn(filter.filter);
    case 'compare':
    case 'contain':
      return [filter.path];
  }
}

const countOf = (filter: PropertyFilter): number =>
  1 +
  (filter.kind === 'not'
    ? countOf(filter.filter)
    : 'filters' in filter
      ? filter.filters.reduce((sum, part) => sum + countOf(part), 0)
      : 0);

interface Place {
  readonly pointer: string;
  readonly depth: number;
}

function* faultsOf(filter: PropertyFilter, { pointer, depth }: Place): Generator<Fault> {
  if (depth > MAX_DEPTH) {
    yield fault(pointer, `A filter must not be nested in more than ${MAX_DEPTH} others.`);
    return;
  }
  switch (filter.kind) {
    case 'and':
    case 'or':
      for (const [index, part] of filter.filters.entries())
        yield* faultsOf(part, { pointer: `${pointer}/filters/${index}`, depth: depth + 1 });
      return;
    case 'not':
      yield* faultsOf(filter.filter, { pointer: `${pointer}/filter`, depth: depth + 1 });
      return;
    case 'compare':
    case 'contain':
      yield* comparisonFaults(filter, pointer);
  }
}

function* comparisonFaults(
  filter: Extract<PropertyFilter, { readonly values: unknown }>,
  pointer: string,
): Generator<Fault> {
  const { path, values } = filter;
  if (path.length === 0 || path.length > MAX_STEPS)
    yield fault(`${pointer}/path`, `A path must have 1 to ${MAX_STEPS} names.`);
  if (values.length === 0 || values.length > MAX_VALUES)
    yield fault(`${pointer}/values`, `A comparison must have 1 to ${MAX_VALUES} values.`);
  if (filter.kind === 'compare' && !OPERATORS.includes(filter.operator))
    yield fault(`${pointer}/operator`, `The operator must be one of ${OPERATORS.join(', ')}.`);
}

const fault = (pointer: string, detail: string): Fault => ({ pointer, code: 'invalid-filter', detail });
