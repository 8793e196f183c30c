import type { Clock } from '@cairn/kernel';
import { assertAllowed, type Caller } from '../caller.js';
import type { SpaceRepository } from '../registry/space-repository.js';
import type { FeatureStore } from './feature-store.js';
import type { PropertyFilter } from './searching/property-filter.js';

/** Deletes all features of a space, or those for which a filter holds, in one transaction. */
export class EraseFeatures {
  constructor(
    private readonly ports: {
      readonly spaces: SpaceRepository;
      readonly features: FeatureStore;
      readonly clock: Clock;
    },
  ) {}

  /** Gives how many there were. @throws {SpaceNotFound} {SpaceForbidden} */
  async execute(caller: Caller, spaceId: string, filter?: PropertyFilter): Promise<number> {
    const { spaces, features, clock } = this.ports;
    assertAllowed(caller, await spaces.get(spaceId));
    return await features.erase(spaceId, { filter, now: clock.now() });
  }
}
