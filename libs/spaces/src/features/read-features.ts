import { type PortsOf, type Fault, InvalidInput } from '@cairn/kernel';
import { holderOf, type Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { assertMayUse } from './feature-access.js';
import {
  type Cancellation,
  type FeatureChunk,
  FeatureStore,
  type KnownState,
  versionOf,
} from './feature-store.js';
import { parseCriteria, parseSearchLimit } from './searching/parse-criteria.js';
import type { FeatureQuery, FeatureCriteria } from './searching/feature-query.js';
import type { StoredFeature } from './content/stored-feature.js';
import { type NearestQuery, type NearFeature, MAX_NEAREST_LIMIT } from './ranking/nearest-query.js';
import { sortedPlaceOf } from './ranking/sorted-features.js';
import { MAX_SORT_KEYS, type SortedPlace, type SortKey } from './searching/feature-sort.js';
import { SearchedFeature } from './searching/searched-feature.js';

/** Which features are searched for, how many at most, and until when. */
export interface FeatureSearch extends Omit<FeatureQuery, 'behind' | 'at'>, KnownState {
  readonly limit: number;
  readonly cancellation?: Cancellation | undefined;
}

/** Searches for features by area, by members, or page by page. */
export class SearchFeatures {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof SearchFeatures.ports>) {}

  /**
   * The first `limit` features in the order of the sort, or by ascending id; behind the feature `after` as it is now,
   * where that is given. @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {InvalidInput}
   */
  async execute(
    caller: Caller,
    spaceId: string,
    search: FeatureSearch,
  ): Promise<AsyncIterable<FeatureChunk>> {
    const { spaces, features } = this.ports;
    const { cancellation, after, state } = search;
    const at = state && versionOf(state.head);
    const sort = parseSort(search.sort);
    const criteria = { ...parseCriteria({ ...search, at }), reader: holderOf(caller) };
    const query = { ...criteria, limit: parseSearchLimit(search.limit) };
    assertMayUse(caller, 'readFeatures', state?.space ?? (await spaces.get(spaceId)));
    if (sort === undefined) return features.query(spaceId, { ...query, after }, cancellation);
    const behind = after === undefined ? undefined : await this.placeOf(spaceId, { after, at, sort });
    return features.query(spaceId, { ...query, sort, behind }, cancellation);
  }

  /** @throws {InvalidInput} */
  private async placeOf(
    spaceId: string,
    {
      after,
      at,
      sort,
    }: Pick<FeatureQuery, 'at'> & { readonly after: string; readonly sort: readonly SortKey[] },
  ): Promise<SortedPlace> {
    const [feature] = await this.ports.features.find(spaceId, [after], at);
    if (feature !== undefined) return sortedPlaceOf(new SearchedFeature(feature), sort);
    throw InvalidInput.of(
      'invalid-handle',
      'The last feature of the page before is deleted, so its place in the order is unknown: begin again.',
    );
  }
}

/** Finds features by their ids. */
export class ReadFeatures {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof ReadFeatures.ports>) {}

  /**
   * The features that exist, each once, in the order of the ids. @throws {SpaceNotFound} {SpaceForbidden}
   * {SpaceInactive}
   */
  async execute(
    caller: Caller,
    spaceId: string,
    ids: readonly string[],
    { state }: KnownState = {},
  ): Promise<readonly StoredFeature[]> {
    const { spaces, features } = this.ports;
    assertMayUse(caller, 'readFeatures', state?.space ?? (await spaces.get(spaceId)));
    return await features.find(spaceId, ids, state && versionOf(state.head));
  }
}

/** Which features are near, and until when that is of interest. */
interface NearestFeatureSearch extends Omit<NearestQuery, 'at'>, KnownState {
  readonly cancellation?: Cancellation | undefined;
}

/** Finds the features that are nearest to a point. */
export class NearestFeatures {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof NearestFeatures.ports>) {}

  /** By ascending distance, then by id. @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {InvalidInput} */
  async execute(
    caller: Caller,
    spaceId: string,
    search: NearestFeatureSearch,
  ): Promise<readonly NearFeature[]> {
    const { spaces, features } = this.ports;
    const { state } = search;
    const query = parseNearest({ ...search, at: state && versionOf(state.head) });
    assertMayUse(caller, 'readFeatures', state?.space ?? (await spaces.get(spaceId)));
    return await features.nearest(spaceId, { ...query, reader: holderOf(caller) }, search.cancellation);
  }
}

/** Which features are wanted, and until when. */
interface FeatureIteration extends Omit<FeatureQuery, 'limit' | 'sort' | 'behind' | 'at'>, KnownState {
  readonly cancellation?: Cancellation | undefined;
}

/** Gives every feature of a space, or of a part of it, as they are at one moment. */
export class IterateFeatures {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof IterateFeatures.ports>) {}

  /** By ascending id, however many there are. @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {InvalidInput} */
  async execute(
    caller: Caller,
    spaceId: string,
    iteration: FeatureIteration = {},
  ): Promise<AsyncIterable<FeatureChunk>> {
    const { spaces, features } = this.ports;
    const { cancellation, after, state } = iteration;
    const criteria = parseCriteria({ ...iteration, at: state && versionOf(state.head) });
    const query = { ...criteria, reader: holderOf(caller), after };
    assertMayUse(caller, 'readFeatures', state?.space ?? (await spaces.get(spaceId)));
    return features.query(spaceId, query, cancellation);
  }
}

/** Which features are counted, and until when. */
interface FeatureCount extends Omit<FeatureCriteria, 'at'>, KnownState {
  readonly cancellation?: Cancellation | undefined;
}

/** Counts features exactly. */
export class CountFeatures {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof CountFeatures.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {InvalidInput} */
  async execute(caller: Caller, spaceId: string, wanted: FeatureCount = {}): Promise<number> {
    const { spaces, features } = this.ports;
    const criteria = parseCriteria(wanted);
    const isAll = Object.values(criteria).every((criterion) => criterion === undefined);
    const { cancellation, state = isAll ? await features.contentState(spaceId) : undefined } = wanted;
    assertMayUse(caller, 'readFeatures', state?.space ?? (await spaces.get(spaceId)));
    if (isAll && state !== undefined) return state.head.total;
    const query = { ...criteria, reader: holderOf(caller), at: state && versionOf(state.head) };
    return await features.count(spaceId, query, cancellation);
  }
}

/** @throws {InvalidInput} */
function parseSort(sort: readonly SortKey[] | undefined): typeof sort {
  if (sort === undefined) return undefined;
  const isPath = sort.every(({ path }) => path.length > 0);
  if (sort.length >= 1 && sort.length <= MAX_SORT_KEYS && isPath) return sort;
  throw InvalidInput.of('invalid-sort', `The sort must have 1 to ${MAX_SORT_KEYS} members.`);
}

/** The query alone, if it can be met. @throws {InvalidInput} */
function parseNearest(query: NearestQuery): NearestQuery {
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
