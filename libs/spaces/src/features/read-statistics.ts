import type { PortsOf } from '@cairn/kernel';
import type { Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { assertMayUse } from './feature-access.js';
import { FeatureStore } from './feature-store.js';
import type { ContentHead } from './writing/content-head.js';

/** Tells how many features a space has, where they are, what they are like, and at which version it is. */
export class ReadStatistics {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof ReadStatistics.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} */
  async execute(caller: Caller, spaceId: string): Promise<ContentHead> {
    const { spaces, features } = this.ports;
    assertMayUse(caller, 'readFeatures', await spaces.get(spaceId));
    return await features.statistics(spaceId);
  }
}
