import type { CallerLimits } from '../caller.js';
import type { Page, PageRequest } from '@cairn/kernel';
import type { SpaceFilter } from './space-filter.js';
import type { Space } from './space.js';

/** Stores the spaces. Their texts never contain U+0000, which some stores cannot store. */
export abstract class SpaceRepository {
  /**
   * @throws {SpaceExists} if the identifier is taken.
   * @throws {SpaceLimitReached} if the owner has that many spaces already, however many are added at once.
   */
  abstract add(space: Space, limits?: Pick<CallerLimits, 'maxSpaces'>): Promise<void>;

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
   * Removes the space unless `permit` throws for the latest stored space. `permit` may run more than once.
   * @throws {SpaceNotFound}
   */
  abstract remove(id: string, permit: (space: Space) => void): Promise<Space>;
}
