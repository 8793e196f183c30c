import { Clock, IdGenerator, intoTrash, TrashRules, type PortsOf } from '@cairn/kernel';
import { assertManages, type Caller } from '../caller.js';
import { SpaceRepository } from './space-repository.js';
import type { Space } from './space.js';

/** Deletes a space, into the trash where there is one. */
export class DeleteSpace {
  static readonly ports = { spaces: SpaceRepository, trash: TrashRules, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof DeleteSpace.ports>) {}

  /** `dryRun` checks everything but deletes nothing. @throws {SpaceNotFound} {SpaceForbidden} */
  async execute(caller: Caller, id: string, options: { readonly dryRun?: boolean } = {}): Promise<Space> {
    const permit = (space: Space): void => assertManages(caller, space);
    const { spaces } = this.ports;
    if (!options.dryRun)
      return await intoTrash(this.ports, caller.actor, (disposal) => spaces.remove(id, permit, disposal));
    const space = await spaces.get(id);
    permit(space);
    return space;
  }
}
