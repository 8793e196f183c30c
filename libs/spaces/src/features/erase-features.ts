import { Clock, IdGenerator, intoTrash, TrashRules, type PortsOf } from '@cairn/kernel';
import { holderOf, type Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { assertMayUse } from './feature-access.js';
import { FeatureStore } from './feature-store.js';
import type { PropertyFilter } from './searching/property-filter.js';

/**
 * Deletes all features of a space, or those that match a filter, in one transaction; into the trash if there is one.
 */
export class EraseFeatures {
  static readonly ports = {
    spaces: SpaceRepository,
    features: FeatureStore,
    trash: TrashRules,
    clock: Clock,
    ids: IdGenerator,
  };

  constructor(private readonly ports: PortsOf<typeof EraseFeatures.ports>) {}

  /** Returns how many there were. @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {SpaceReadOnly} */
  async execute(caller: Caller, spaceId: string, filter?: PropertyFilter): Promise<number> {
    const { spaces, features, clock } = this.ports;
    assertMayUse(caller, 'deleteFeatures', await spaces.get(spaceId));
    return await intoTrash(this.ports, caller.actor, (disposal) =>
      features.erase(spaceId, { filter, holder: holderOf(caller), now: clock.now(), disposal }),
    );
  }
}
