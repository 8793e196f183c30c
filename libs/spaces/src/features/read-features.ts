import { assertAllowed, type Caller } from '../caller.js';
import type { SpaceRepository } from '../registry/space-repository.js';
import type { StoredFeature } from './content/stored-feature.js';
import type { FeatureStore } from './feature-store.js';

/** Gives features by their ids. */
export class ReadFeatures {
  constructor(
    private readonly ports: { readonly spaces: SpaceRepository; readonly features: FeatureStore },
  ) {}

  /** Those that exist, each once, in the order of the ids. @throws {SpaceNotFound} {SpaceForbidden} */
  async execute(caller: Caller, spaceId: string, ids: readonly string[]): Promise<readonly StoredFeature[]> {
    const { spaces, features } = this.ports;
    assertAllowed(caller, await spaces.get(spaceId));
    return await features.find(spaceId, ids);
  }
}
