import type { Repositories } from './repositories.js';

/** An open database with its repositories. */
export interface RelationalStore {
  readonly repositories: Repositories;
  /** Resolves when the database can be read and written. @throws {StorageUnavailable} {StorageFull} */
  check(): Promise<void>;
  /** Waits for pending work and closes the database. A second call waits for the first. */
  close(): Promise<void>;
}
