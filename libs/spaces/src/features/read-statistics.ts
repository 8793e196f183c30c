import type { PortsOf } from '@cairn/kernel';
import type { Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { assertMayUse } from './feature-access.js';
import { FeatureStore } from './feature-store.js';
import { type IndexState, indexStates } from './indexing/index-states.js';
import { searchableMembers } from './indexing/indexed-paths.js';
import type { ContentState } from './read-content-state.js';

/** Facts about the features of a space that are known without reading them. */
export interface SpaceStatistics extends ContentState {
  /** In the order of the space's `searchableProperties`, then those that searches asked for. */
  readonly indexes: readonly IndexState[];
}

/** Tells how many features a space has, where they are, what they are like, and which of their members are indexed. */
export class ReadStatistics {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof ReadStatistics.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} */
  async execute(caller: Caller, spaceId: string): Promise<SpaceStatistics> {
    const { spaces, features } = this.ports;
    const space = await spaces.get(spaceId);
    assertMayUse(caller, 'readFeatures', space);
    const head = await features.statistics(spaceId);
    const indexed = searchableMembers(space.settings).length === 0 ? [] : await features.indexed(spaceId);
    return { space, head, indexes: indexStates(space, { indexed, total: head.total }) };
  }
}
