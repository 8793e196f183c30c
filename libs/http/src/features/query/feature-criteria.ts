import { InvalidInput, type Fault } from '@cairn/kernel';
import { parseSearchLimit, type FeaturePart, type PropertyFilter } from '@cairn/spaces';
import { assertNotClustered } from './clustering.js';
import { assertContext } from './context.js';
import { lenientList, type HubParameters } from './hub-parameters.js';
import { collectFaults } from './collect-faults.js';
import { parsePropertyFilter } from './property-filter.js';
import { parseTagFilter } from './tag-filter.js';

const DEFAULT_LIMIT = 30_000;
const MAX_FILTERS = 100;

/** Reads `limit`. @throws {InvalidInput} */
export function parseFeatureLimit(parameters: HubParameters): number {
  return parseSearchLimit(parameters.integer('limit') ?? DEFAULT_LIMIT);
}

/** Reads `p.…`, `f.…` and `tags`, which are combined with AND. @throws {InvalidInput} with all faults. */
export function parseFilter(parameters: HubParameters): PropertyFilter | undefined {
  const { filter, tags } = collectFaults({
    filter: () => parseMemberFilter(parameters),
    tags: () => parseTagFilter(parameters.sent('tags')),
  });
  return bothOf(filter, tags);
}

/** Reads `p.…` and `f.…`. @throws {InvalidInput} with all faults. */
export function parseMemberFilter(parameters: HubParameters): PropertyFilter | undefined {
  if (parameters.filters.length > MAX_FILTERS)
    throw InvalidInput.of('too-many-filters', `A query must not have more than ${MAX_FILTERS} filters.`);
  const parsed = parameters.filters.map(parsePropertyFilter);
  InvalidInput.throwIfAny(parsed.flatMap(({ fault }): readonly Fault[] => (fault ? [fault] : [])));
  const filters = parsed.flatMap(({ filter }) => (filter ? [filter] : []));
  return filters.length > 1 ? { kind: 'and', filters } : filters[0];
}

/** The filter that holds where both do. */
export function bothOf(
  one: PropertyFilter | undefined,
  other: PropertyFilter | undefined,
): PropertyFilter | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return { kind: 'and', filters: one.kind === 'and' ? [...one.filters, other] : [one, other] };
}

/** Reads `part=2,4`, the second of four parts. @throws {InvalidInput} */
export function parsePart(parameters: HubParameters): FeaturePart | undefined {
  if (!parameters.has('part')) return undefined;
  const numbers = lenientList(parameters, 'part');
  const [index = NaN, of = NaN, more] = numbers.map((text) => (/^\d{1,9}$/.test(text) ? Number(text) : NaN));
  if (index >= 1 && index <= of && of <= MAX_PARTS && more === undefined) return { index, of };
  throw InvalidInput.of(
    'invalid-part',
    `\`part\` must be a number and how many parts there are, such as 2,4; at most ${MAX_PARTS}.`,
  );
}

const MAX_PARTS = 1_000;

/** Rejects unsupported parameters that would change the result. @throws {InvalidInput} */
export function assertSupported(parameters: HubParameters): void {
  collectFaults({
    clustering: () => assertNotClustered(parameters),
    context: () => assertContext(parameters),
  });
}
