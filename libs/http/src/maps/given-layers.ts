import type { GivenLayer } from '@cairn/api-schema';
import { InvalidInput, parseAll } from '@cairn/kernel';
import type { NewLayer } from '@cairn/maps';
import type { PropertyFilter } from '@cairn/spaces';
import { parseFilter } from '../features/query/feature-criteria.js';
import { hubParameters } from '../features/query/hub-parameters.js';

/** The layers of a request. @throws {InvalidInput} with all faults of filters that are texts. */
export function newLayers(given: readonly GivenLayer[]): readonly NewLayer[] {
  const filters = parseAll(
    Object.fromEntries(
      given.map(({ filter }, index) => [
        `layers/${index}/filter`,
        () => (typeof filter === 'string' ? filterIn(filter) : filter),
      ]),
    ),
  );
  return given.map((layer, index) => ({ ...layer, filter: filters[`layers/${index}/filter`] }));
}

/** A filter as addresses have it: `p.people>=1000&tags=town`. @throws {InvalidInput} also for what is no filter. */
function filterIn(text: string): PropertyFilter | undefined {
  const parameters = hubParameters(text);
  const others = parameters.names('').filter((name) => name !== 'tags');
  if (others.length > 0)
    throw InvalidInput.of(
      'invalid-filter',
      `\`${others.join('`, `')}\` is not a condition, such as \`p.size>=5\`.`,
    );
  return parseFilter(parameters);
}
