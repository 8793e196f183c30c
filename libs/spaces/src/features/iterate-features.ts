import type { PortsOf } from '@cairn/kernel';
import { holderOf, type Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { assertMayUse } from './feature-access.js';
import { type Cancellation, type FeatureChunk, FeatureStore } from './feature-store.js';
import { parseCriteria } from './searching/parse-criteria.js';
import type { FeatureQuery } from './searching/feature-query.js';

/** Which features are wanted, and until when. */
export interface FeatureIteration extends Omit<FeatureQuery, 'limit' | 'sort'> {
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
