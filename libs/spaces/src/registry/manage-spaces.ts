import {
  type PortsOf,
  parseAll,
  type Page,
  type PageRequest,
  Clock,
  IdGenerator,
  intoTrash,
  TrashRules,
  type Restoration,
  type Restorer,
  parsePage,
} from '@cairn/kernel';
import { assertMaySee, type Caller, assertManages } from '../caller.js';
import { SpaceRepository } from './space-repository.js';
import { type Space, MAX_SPACES } from './space.js';
import { parseListedOwner } from './owner.js';
import { visibleSpaces, type SpaceFilter } from './space-filter.js';
import { FeatureRules } from '../features/content/feature-limits.js';

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

/** Which spaces are listed. */
interface SpaceListing extends Pick<SpaceFilter, 'tag' | 'region' | 'contentUpdatedAt'> {
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
    return await this.ports.spaces.list(filter, parsePage(page));
  }
}

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

/** Restores a deleted space with all it had. */
export class RestoreSpace implements Restorer {
  static readonly ports = { spaces: SpaceRepository, clock: Clock, rules: FeatureRules };

  constructor(private readonly ports: PortsOf<typeof RestoreSpace.ports>) {}

  /** @throws {NotInTrash} {SpaceExists} {SpaceLimitReached} {FeatureQuotaExceeded} */
  async execute(owner: string, entry: string): Promise<Restoration> {
    const { spaces, clock, rules } = this.ports;
    const limits = { maxSpaces: MAX_SPACES, quota: rules.quota };
    await spaces.restore({ owner, entry, now: clock.now(), ...limits });
    return { isRenamed: false };
  }
}
