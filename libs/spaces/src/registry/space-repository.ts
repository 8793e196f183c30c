import type { Page, PageRequest } from '@cairn/kernel';
import type { OwnerFilter } from '../caller.js';
import type { Space } from './space.js';

/** Holds the spaces. No text of theirs has U+0000 in it, which not every store can keep. */
export abstract class SpaceRepository {
  /** @throws {SpaceExists} when its identifier is taken. */
  abstract add(space: Space): Promise<void>;

  /** @throws {SpaceNotFound} */
  abstract get(id: string): Promise<Space>;

  /** Those of the owners asked for, oldest first, then by ascending identifier (code units). */
  abstract list(owners: OwnerFilter, page: PageRequest): Promise<Page<Space>>;

  /**
   * Applies `change` to the space as it is stored last and stores the result; if it throws, nothing is stored.
   * `change` must not keep or await anything: it may run again.
   * @throws {SpaceNotFound}
   */
  abstract update(id: string, change: (space: Space) => Space): Promise<Space>;

  /**
   * Removes the space as it is stored last unless `permit` throws, which may run again.
   * @throws {SpaceNotFound}
   */
  abstract remove(id: string, permit: (space: Space) => void): Promise<Space>;
}
