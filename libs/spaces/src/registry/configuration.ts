import { assertMayAccess, assertMayUseCapability, mayConfigure, type Caller } from '../caller.js';
import { SpaceForbidden, StorageNotFound } from '../errors.js';
import { jsonEqual } from '../json/json.js';
import type { SpaceStorage } from './space-storage.js';
import type { Space } from './space.js';

/** The settings that say how a space is searched. */
const searching = ['searchableProperties', 'sortableProperties'] as const;

/** @throws {SpaceForbidden} if the caller may not change settings that not everybody who manages a space may change. */
export function assertMayConfigure(caller: Caller, before: Space, after: Space): void {
  const differs = (name: (typeof searching)[number]): boolean =>
    !jsonEqual(before.settings[name] ?? null, after.settings[name] ?? null);
  if (searching.some(differs)) assertMayUseCapability(caller, 'searchablePropertiesConfiguration');
  if (before.settings.active !== after.settings.active && !mayConfigure(caller, before))
    throw new SpaceForbidden('adminSpaces');
}

/**
 * Only callers who may name a storage learn whether it exists.
 * @throws {SpaceForbidden} {StorageNotFound}
 */
export function assertStorage(caller: Caller, storage: SpaceStorage, id: string): void {
  assertMayAccess(caller, id);
  if (!storage.isCalled(id)) throw new StorageNotFound(id, storage.id);
}
