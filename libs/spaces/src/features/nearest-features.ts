import type { PortsOf } from '@cairn/kernel';
import { holderOf, type Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { assertMayUse } from './feature-access.js';
import { type Cancellation, FeatureStore } from './feature-store.js';
import type { NearestQuery, NearFeature } from './ranking/nearest-query.js';
import { parseNearest } from './ranking/parse-ranking.js';

/** Which features are near, and until when that is of interest. */
export interface NearestFeatureSearch extends NearestQuery {
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
