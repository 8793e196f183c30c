import { parseAll, type Page, type PageRequest, type PortsOf } from '@cairn/kernel';
import { ownerFilter, type Caller } from '../caller.js';
import { parseListedOwner } from './owner.js';
import { SpaceRepository } from './space-repository.js';
import type { Space } from './space.js';

/** Lists spaces, oldest first. */
export class ListSpaces {
  static readonly ports = { spaces: SpaceRepository };

  constructor(private readonly ports: PortsOf<typeof ListSpaces.ports>) {}

  /**
   * Lists the spaces of `owner` that the caller may see. `owner` is `me`, `others`, `*` (both) or the name of one owner.
   * @throws {InvalidInput} {SpaceForbidden} if a single owner is named whose spaces the caller may not see.
   */
  async execute(caller: Caller, owner: string, page: PageRequest): Promise<Page<Space>> {
    const wanted = parseAll({ owner: () => parseListedOwner(owner) });
    return await this.ports.spaces.list(ownerFilter(caller, wanted.owner), page);
  }
}
