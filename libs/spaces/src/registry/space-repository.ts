import type { CallerLimits } from '../caller.js';
import type { Disposal, Page, PageRequest } from '@cairn/kernel';
import type { FeatureQuota } from '../features/content/account-use.js';
import type { SpaceFilter } from './space-filter.js';
import type { Space } from './space.js';

/** An entry of the trash to restore. */
export interface SpaceRestoration {
  readonly owner: string;
  readonly entry: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly maxSpaces?: number | undefined;
  /** The owner's limits over all spaces, including the restored one. */
  readonly quota?: FeatureQuota | undefined;
}

/** Stores the spaces. Their texts never contain U+0000, which some stores cannot store. */
export abstract class SpaceRepository {
  /**
   * A new space is not shared, even if a former space with its id was that is gone for good.
   * @throws {SpaceExists} if the identifier is taken, also by a space of another owner in the trash that a grant or
   * link names.
   * @throws {SpaceLimitReached} if the owner has that many spaces already, however many are added at once.
   */
  abstract add(space: Space, limits?: Pick<CallerLimits, 'maxSpaces'>): Promise<void>;

  /** Checks what `add` would check now, and stores nothing. @throws {SpaceExists} {SpaceLimitReached} */
  abstract assertAddable(
    space: Pick<Space, 'id' | 'owner'>,
    limits?: Pick<CallerLimits, 'maxSpaces'>,
  ): Promise<void>;

  /** @throws {SpaceNotFound} */
  abstract get(id: string): Promise<Space>;

  /** The spaces that match the filter, oldest first, ties in ascending order of identifiers (code units). */
  abstract list(filter: SpaceFilter, page: PageRequest): Promise<Page<Space>>;

  /**
   * Applies `change` to the latest stored space and stores the result. If `change` throws, nothing is stored.
   * `change` must be synchronous and pure: it may run more than once.
   * @throws {SpaceNotFound}
   */
  abstract update(id: string, change: (space: Space) => Space): Promise<Space>;

  /**
   * Removes the space unless `permit` throws for the latest stored space. `permit` may run more than once. With a
   * disposal, the space goes into the trash with all it has, as an entry with the id of the deletion. Otherwise it is
   * removed for good. The grants and links on it are then removed, too, unless its owner has another space with its
   * identifier in the trash.
   * @throws {SpaceNotFound}
   */
  abstract remove(id: string, permit: (space: Space) => void, disposal?: Disposal): Promise<Space>;

  /**
   * Restores a removed space as it was: its settings, its features with their version, and the photos that belong to it,
   * unless they belong to another space by now.
   * @throws {NotInTrash} if there is no such entry, or it was restored meanwhile.
   * @throws {SpaceExists} if the identifier is taken.
   * @throws {SpaceLimitReached} {FeatureQuotaExceeded}
   */
  abstract restore(restoration: SpaceRestoration): Promise<Space>;
}
