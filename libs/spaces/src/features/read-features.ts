import type { PortsOf } from '@cairn/kernel';
import type { Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { assertMayUse } from './feature-access.js';
import type { StoredFeature } from './content/stored-feature.js';
import { FeatureStore } from './feature-store.js';

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
