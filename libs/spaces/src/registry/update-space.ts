import { Clock, type PortsOf } from '@cairn/kernel';
import { assertManages, assertMayOwn, assertMayPackage, type Caller } from '../caller.js';
import { SpaceRepository } from './space-repository.js';
import { changeSpace, type Space, type SpaceChange } from './space.js';

export interface SpaceUpdate extends SpaceChange {
  /** Checks everything but stores nothing. */
  readonly dryRun?: boolean | undefined;
}

/** Changes some details of a space. */
export class UpdateSpace {
  static readonly ports = { spaces: SpaceRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof UpdateSpace.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} {InvalidInput} */
  async execute(caller: Caller, id: string, update: SpaceUpdate): Promise<Space> {
    const change = (space: Space): Space => {
      assertManages(caller, space);
      const changed = changeSpace(space, update, this.ports.clock.now());
      assertMayPackage(caller, changed, space.settings.packages);
      if (changed.owner === space.owner) assertManages(caller, changed);
      else {
        assertMayOwn(caller, space); // whoever manages a space of somebody else does not take it
        assertMayOwn(caller, changed);
      }
      return changed;
    };
    return update.dryRun
      ? change(await this.ports.spaces.get(id))
      : await this.ports.spaces.update(id, change);
  }
}
