import type { PortsOf } from '@cairn/kernel';
import { assertManages, type Caller } from '../caller.js';
import { SpaceRepository } from './space-repository.js';
import type { Space } from './space.js';

/** Deletes a space. */
export class DeleteSpace {
  static readonly ports = { spaces: SpaceRepository };

  constructor(private readonly ports: PortsOf<typeof DeleteSpace.ports>) {}

  /** `dryRun` checks everything but deletes nothing. @throws {SpaceNotFound} {SpaceForbidden} */
  async execute(caller: Caller, id: string, options: { readonly dryRun?: boolean } = {}): Promise<Space> {
    const permit = (space: Space): void => assertManages(caller, space);
    if (!options.dryRun) return await this.ports.spaces.remove(id, permit);
    const space = await this.ports.spaces.get(id);
    permit(space);
    return space;
  }
}
