import type { PortsOf } from '@cairn/kernel';
import { assertMaySee, type Caller } from '../caller.js';
import { SpaceRepository } from './space-repository.js';
import type { Space } from './space.js';

/** Returns one space. */
export class ReadSpace {
  static readonly ports = { spaces: SpaceRepository };

  constructor(private readonly ports: PortsOf<typeof ReadSpace.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} */
  async execute(caller: Caller, id: string): Promise<Space> {
    const space = await this.ports.spaces.get(id);
    assertMaySee(caller, space);
    return space;
  }
}
