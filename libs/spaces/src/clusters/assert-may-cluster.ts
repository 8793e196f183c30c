import { assertMayUseCapability, type Caller } from '../caller.js';
import type { Space } from '../registry/space.js';
import type { Clustering } from './clustering.js';

/**
 * Whether the caller, who may read the space, may have its features as cells of this kind. Everyone who may read a
 * shared space may.
 * @throws {SpaceForbidden}
 */
export function assertMayCluster(
  caller: Caller,
  { kind }: Pick<Clustering, 'kind'>,
  { settings }: Pick<Space, 'settings'>,
): void {
  const isShared = caller.readsShared && settings.shared === true;
  if (!isShared) assertMayUseCapability(caller, `${kind}Clustering`);
}
