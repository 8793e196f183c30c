import { type Fault, InvalidInput } from '@cairn/kernel';
import { parseCriteria } from '../searching/parse-criteria.js';
import { MAX_SORT_KEYS, type SortKey } from '../searching/feature-sort.js';
import { MAX_NEAREST_LIMIT, type NearestQuery } from './nearest-query.js';

/** @throws {InvalidInput} */
export function parseSort(sort: readonly SortKey[] | undefined, after?: string): typeof sort {
  if (sort === undefined) return undefined;
  if (after !== undefined)
    throw InvalidInput.of('invalid-sort', 'A search goes on behind an id only by ascending id.');
  const isPath = sort.every(({ path }) => path.length > 0);
  if (sort.length >= 1 && sort.length <= MAX_SORT_KEYS && isPath) return sort;
  throw InvalidInput.of('invalid-sort', `The sort must have 1 to ${MAX_SORT_KEYS} members.`);
}

/** The query alone, if it can be met. @throws {InvalidInput} */
export function parseNearest(query: NearestQuery): NearestQuery {
  const { point, limit, maxDistanceInMeters } = query;
  InvalidInput.throwIfAny([...pointFaults(point), ...numberFaults(query)]);
  return { ...parseCriteria(query), point, limit, maxDistanceInMeters };
}

function* pointFaults([longitude, latitude]: NearestQuery['point']): Generator<Fault> {
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90))
    yield {
      pointer: '/point',
      code: 'invalid-point',
      detail: 'The point must have a longitude within ±180 and a latitude within ±90.',
    };
}

function* numberFaults({ limit, maxDistanceInMeters = 0 }: NearestQuery): Generator<Fault> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_NEAREST_LIMIT)
    yield {
      pointer: '/limit',
      code: 'invalid-limit',
      detail: `The limit must be a whole number between 1 and ${MAX_NEAREST_LIMIT}.`,
    };
  if (!(maxDistanceInMeters >= 0 && maxDistanceInMeters < Infinity))
    yield {
      pointer: '/maxDistance',
      code: 'invalid-distance',
      detail: 'The greatest distance must be 0 or more metres.',
    };
}
