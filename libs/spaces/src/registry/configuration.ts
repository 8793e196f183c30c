import { assertMayAccess, assertMayUseCapability, mayConfigure, type Caller } from '../caller.js';
import { SpaceForbidden, StorageNotFound } from '../errors.js';
import { jsonEqual } from '../json/json.js';
import type { Space } from './space.js';

/** XYZ Hub's name of its default store, which its clients send. */
const DEFAULT_STORAGE = 'psql';

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

/** The type of store that holds the content of spaces. `id` is the `storage.id` of the API. */
export class SpaceStorage {
  constructor(readonly id: string) {}

  /** Whether the id names this store. */
  isCalled(id: string): boolean {
    return id === this.id || id === DEFAULT_STORAGE;
  }
}
