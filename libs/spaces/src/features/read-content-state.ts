import type { PortsOf } from '@cairn/kernel';
import type { Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import type { Space } from '../registry/space.js';
import { assertMayUse } from './feature-access.js';
import { FeatureStore } from './feature-store.js';
import type { ContentHead } from './writing/content-head.js';

/** A space and the summary of its features. */
export interface ContentState {
  readonly space: Space;
  readonly head: ContentHead;
}

/**
 * Returns what identifies the content of a space: a query gives the same result while space and version are the same.
 */
export class ReadContentState {
  static readonly ports = { spaces: SpaceRepository, features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof ReadContentState.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} */
  async execute(caller: Caller, spaceId: string): Promise<ContentState> {
    return await contentState(this.ports, caller, spaceId);
  }
}

/** Asks for both at once, because each may take a trip to another thread or a database server. */
export async function contentState(
  { spaces, features }: PortsOf<typeof ReadContentState.ports>,
  caller: Caller,
  spaceId: string,
): Promise<ContentState> {
  const [space, head] = await Promise.all([spaces.get(spaceId), features.statistics(spaceId)]);
  assertMayUse(caller, 'readFeatures', space);
  return { space, head };
}
