import { assertAllowed, type Caller } from '../caller.js';
import type { SpaceRepository } from './space-repository.js';
import type { Space } from './space.js';

/** Returns one space. */
export class ReadSpace {
  constructor(private readonly ports: { readonly spaces: SpaceRepository }) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} */
  async execute(caller: Caller, id: string): Promise<Space> {
    const space = await this.ports.spaces.get(id);
    assertAllowed(caller, space);
    return space;
  }
}
