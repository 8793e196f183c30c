import type { Repositories } from './repositories.js';

/** An open database and the repositories in it. */
export interface RelationalStore {
  readonly repositories: Repositories;
  /** Succeeds when the database can be read now, and written. @throws {StorageUnavailable} {StorageFull} */
  check(): Promise<void>;
  /** Waits for what is under way and closes the database; a second call waits for the first. */
  close(): Promise<void>;
}
