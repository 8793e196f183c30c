import type { PortsOf } from '@cairn/kernel';
import { holderOf, type Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import type { Space } from '../registry/space.js';
import { assertMayUse } from './feature-access.js';
import { type Cancellation, type FeatureChunk, FeatureStore } from './feature-store.js';
import { parseSort } from './ranking/parse-ranking.js';
import { parseCriteria, parseLimit } from './searching/parse-criteria.js';
import type { FeatureQuery } from './searching/feature-query.js';

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
