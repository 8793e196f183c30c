import type { PortsOf } from '@cairn/kernel';
import type { Caller } from '../caller.js';
import { assertMayUse } from './feature-access.js';
import { type ContentState, FeatureStore } from './feature-store.js';

/**
 * Returns what identifies the content of a space: a query gives the same result while space and version are the same.
 */
export class ReadContentState {
  static readonly ports = { features: FeatureStore };

  constructor(private readonly ports: PortsOf<typeof ReadContentState.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} */
  async execute(caller: Caller, spaceId: string): Promise<ContentState> {
    return await contentState(this.ports, caller, spaceId);
  }
}

/** @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} */
export async function contentState(
  { features }: PortsOf<typeof ReadContentState.ports>,
  caller: Caller,
  spaceId: string,
): Promise<ContentState> {
  const content = await features.contentState(spaceId);
  assertMayUse(caller, 'readFeatures', content.space);
  return content;
}
