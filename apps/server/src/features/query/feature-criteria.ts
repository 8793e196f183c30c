import { InvalidInput, type Fault } from '@cairn/kernel';
import { parseLimit, type FeaturePart, type PropertyFilter } from '@cairn/spaces';
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
  return parseLimit(parameters.integer('limit') ?? DEFAULT_LIMIT);
}

/** Reads `p.…`, `f.…` and `tags`, which are combined with AND. @throws {InvalidInput} with all faults. */
export function parseFilter(parameters: HubParameters): PropertyFilter | undefined {
  if (parameters.filters.length > MAX_FILTERS)
    throw InvalidInput.of('too-many-filters', `A query must not have more than ${MAX_FILTERS} filters.`);
  const parsed = parameters.filters.map(parsePropertyFilter);
  InvalidInput.throwIfAny(parsed.flatMap(({ fault }): readonly Fault[] => (fault ? [fault] : [])));
  const tags = parseTagFilter(parameters.sent('tags'));
  const filters = [...parsed.flatMap(({ filter }) => (filter ? [filter] : [])), ...(tags ? [tags] : [])];
  return filters.length > 1 ? { kind: 'and', filters } : filters[0];
}

/** Reads `part=2,4`, the second of four parts. @throws {InvalidInput} */
export function parsePart(parameters: HubParameters): FeaturePart | undefined {
  const numbers = lenientList(parameters, 'part');
  if (numbers.length === 0) return undefined;
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
