import { parseAll, type Page, type PageRequest, type PortsOf } from '@cairn/kernel';
import type { Caller } from '../caller.js';
import { parseListedOwner } from './owner.js';
import { visibleSpaces, type SpaceFilter } from './space-filter.js';
import { SpaceRepository } from './space-repository.js';
import type { Space } from './space.js';

/** Which spaces are listed. */
export interface SpaceListing extends Pick<SpaceFilter, 'tag' | 'region' | 'contentUpdatedAt'> {
  /** `me` (the default), `others`, `*` for both, or the name of one owner. */
  readonly owner?: string | undefined;
}

/** Lists spaces, oldest first. */
export class ListSpaces {
  static readonly ports = { spaces: SpaceRepository };

  constructor(private readonly ports: PortsOf<typeof ListSpaces.ports>) {}

  /**
   * Lists the spaces asked for that the caller may see.
   * @throws {InvalidInput} {SpaceForbidden} if the caller may see none, whichever there are.
   */
  async execute(caller: Caller, listing: SpaceListing, page: PageRequest): Promise<Page<Space>> {
    const { owner: wanted = 'me', ...conditions } = listing;
    const { owner } = parseAll({ owner: () => parseListedOwner(wanted) });
    const filter = { ...conditions, ...visibleSpaces(caller, owner) };
    return await this.ports.spaces.list(filter, page);
  }
}
