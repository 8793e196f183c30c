import type { EntityManager } from 'typeorm';

/** What the repositories ask of a database; how it keeps its promises is its own affair. */
export interface Database {
  /**
   * Runs `work` alone, on what all earlier work left, and resolves when its changes are durable. If it throws, or
   * the changes cannot be made durable, none of them is stored. `work` awaits nothing but the manager it is given.
   * @throws {StorageUnavailable}
   */
  write<T>(work: (manager: EntityManager) => Promise<T>): Promise<T>;

  /** Differs after every write, before that is answered: while it is the same, so is what was read. */
  readonly version: number;

  /** Asks for what is durable now. @throws {StorageUnavailable} */
  read<T>(query: (manager: EntityManager) => Promise<T>): Promise<T>;
}
