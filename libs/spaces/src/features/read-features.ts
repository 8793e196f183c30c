import type { PortsOf } from '@cairn/kernel';
import { holderOf, type Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import type { Space } from '../registry/space.js';
import { assertMayUse } from './feature-access.js';
import { type Cancellation, type FeatureChunk, FeatureStore } from './feature-store.js';
import { parseSort, parseNearest } from './ranking/parse-ranking.js';
import { parseCriteria, parseLimit } from './searching/parse-criteria.js';
import type { FeatureQuery, FeatureCriteria } from './searching/feature-query.js';
import type { StoredFeature } from './content/stored-feature.js';
import type { NearestQuery, NearFeature } from './ranking/nearest-query.js';

/** Which features are searched for, how many at most, and until when. */
export interface FeatureSearch extends FeatureQuery {
  readonly limit: number;
  readonly cancellation?: Cancellation | undefined;
  /** The space, if it was just read: saves reading it again. */
  readonly space?: Space | undefined;
}

/** Searches for features by area, by members, or page by page. */
export class SearchFeatures {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof SearchFeatures.ports>) {}

  /**
   * The first `limit` features in the order of the sort, or by ascending id and then behind `after` where it is given.
   * @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {InvalidInput}
   */
  async execute(
    caller: Caller,
    spaceId: string,
    search: FeatureSearch,
  ): Promise<AsyncIterable<FeatureChunk>> {
    const { spaces, features } = this.ports;
    const { cancellation, after } = search;
    const sort = parseSort(search.sort, after);
    const criteria = { ...parseCriteria(search), reader: holderOf(caller) };
    const query = { ...criteria, limit: parseLimit(search.limit), after, sort };
    assertMayUse(caller, 'readFeatures', search.space ?? (await spaces.get(spaceId)));
    return features.query(spaceId, query, cancellation);
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
  async execute(caller: Caller, spaceId: string, ids: readonly string[]): Promise<readonly StoredFeature[]> {
    const { spaces, features } = this.ports;
    assertMayUse(caller, 'readFeatures', await spaces.get(spaceId));
    return await features.find(spaceId, ids);
  }
}

/** Which features are near, and until when that is of interest. */
interface NearestFeatureSearch extends NearestQuery {
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
    const query = parseNearest(search);
    assertMayUse(caller, 'readFeatures', await spaces.get(spaceId));
    return await features.nearest(spaceId, { ...query, reader: holderOf(caller) }, search.cancellation);
  }
}

/** Which features are wanted, and until when. */
interface FeatureIteration extends Omit<FeatureQuery, 'limit' | 'sort'> {
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
    const { cancellation, after } = iteration;
    const query = { ...parseCriteria(iteration), reader: holderOf(caller), after };
    assertMayUse(caller, 'readFeatures', await spaces.get(spaceId));
    return features.query(spaceId, query, cancellation);
  }
}

/** Which features are counted, and until when. */
interface FeatureCount extends FeatureCriteria {
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
    assertMayUse(caller, 'readFeatures', await spaces.get(spaceId));
    const isAll = Object.values(criteria).every((criterion) => criterion === undefined);
    return isAll
      ? (await features.statistics(spaceId)).total
      : await features.count(spaceId, { ...criteria, reader: holderOf(caller) }, wanted.cancellation);
  }
}
