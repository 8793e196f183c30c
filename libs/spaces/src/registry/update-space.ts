import { Clock, type PortsOf } from '@cairn/kernel';
import { assertManages, assertMayOwn, assertMayPackage, managesPackage, type Caller } from '../caller.js';
import { type Json, jsonEqual } from '../json/json.js';
import { assertMayConfigure, assertStorage, SpaceStorage } from './configuration.js';
import { SpaceRepository } from './space-repository.js';
import { changeSpace, type Space, type SpaceChange } from './space.js';

export interface SpaceUpdate extends SpaceChange {
  /** Must be a name of the storage that the space is in. */
  readonly storageId?: string | undefined;
  /** Checks everything but stores nothing. */
  readonly dryRun?: boolean | undefined;
}

/** Changes some details of a space. */
export class UpdateSpace {
  static readonly ports = { spaces: SpaceRepository, storage: SpaceStorage, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof UpdateSpace.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} {StorageNotFound} {InvalidInput} */
  async execute(caller: Caller, id: string, update: SpaceUpdate): Promise<Space> {
    const { spaces, storage, clock } = this.ports;
    const { storageId } = update;
    const change = (space: Space): Space => {
      const packages = space.settings.packages ?? [];
      if (!packages.some((name) => managesPackage(caller, space, name))) assertManages(caller, space);
      if (storageId !== undefined && !storage.isCalled(storageId)) assertStorage(caller, storage, storageId);
      const changed = changeSpace(space, update, clock.now());
      const removed = removedPackages(space, changed);
      if (removed?.every((name) => managesPackage(caller, space, name)) === true) return changed;
      assertMayChange(caller, space, changed);
      return changed;
    };
    return update.dryRun ? change(await spaces.get(id)) : await spaces.update(id, change);
  }
}

function assertMayChange(caller: Caller, before: Space, after: Space): void {
  assertManages(caller, before);
  assertMayConfigure(caller, before, after);
  assertMayPackage(caller, after, before.settings.packages);
  if (after.owner === before.owner) assertManages(caller, after);
  else {
    assertMayOwn(caller, before); // managing a space of somebody else does not allow taking it over
    assertMayOwn(caller, after);
  }
}

/** The packages that the space leaves, if nothing else changes. */
function removedPackages(before: Space, after: Space): readonly string[] | undefined {
  const former = before.settings.packages ?? [];
  const left = after.settings.packages ?? [];
  const isRemoval = left.length < former.length && left.every((name) => former.includes(name));
  return isRemoval && isSameBesides(before, after)
    ? former.filter((name) => !left.includes(name))
    : undefined;
}

function isSameBesides(before: Space, after: Space): boolean {
  const [one, other] = [before, after].map(({ title, description, owner, settings }) => ({
    texts: [title, description, owner],
    settings: new Map<string, Json | undefined>(Object.entries(settings)),
  }));
  if (one === undefined || other === undefined || !jsonEqual(one.texts, other.texts)) return false;
  const names = [...one.settings.keys(), ...other.settings.keys()].filter((name) => name !== 'packages');
  return names.every((name) => jsonEqual(one.settings.get(name) ?? null, other.settings.get(name) ?? null));
}
