import { assertMayUseCapability, type Caller } from '../caller.js';
import type { Space } from '../registry/space.js';
import type { Clustering } from './clustering.js';

/**
 * Whether the caller may have the features of a space that it reads as cells of this kind. Of a space that is shared,
 * everyone who reads it may.
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
