import { parseAll, type Page, type PageRequest } from '@cairn/kernel';
import { ownerFilter, type Caller } from '../caller.js';
import { parseListedOwner } from './owner.js';
import type { SpaceRepository } from './space-repository.js';
import type { Space } from './space.js';

/** Lists spaces, oldest first. */
export class ListSpaces {
  constructor(private readonly ports: { readonly spaces: SpaceRepository }) {}

  /**
   * Those of `owner`: `me`, `others`, `*` (both) or one owner, as far as the caller may see them.
   * @throws {InvalidInput} {SpaceForbidden} when one owner is named whose spaces the caller may not see.
   */
  async execute(caller: Caller, owner: string, page: PageRequest): Promise<Page<Space>> {
    const wanted = parseAll({ owner: () => parseListedOwner(owner) });
    return await this.ports.spaces.list(ownerFilter(caller, wanted.owner), page);
  }
}
