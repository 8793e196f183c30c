import type { RelationalStore } from './relational-store.js';
import { repositoriesOver } from './repositories.js';

/** A PostgreSQL database, which other processes may use too. */
export interface PostgresStore extends RelationalStore {
  /**
   * Whether this process currently does the periodic work of all processes that use the database.
   * @throws {StorageUnavailable}
   */
  leads(): Promise<boolean>;
}

/**
 * Opens the database at `postgres://user:password@host:port/name`, and brings its tables up to date. The address takes
 * what `pg` takes, as `sslmode`, and `max`, how many connections this process may have for reads and writes: 10 unless
 * given, and one more while it leads. TypeORM and `pg` are loaded only where this is called.
 * @throws {StorageUnavailable} {NewerSchema} {UnsuitableServer}
 * @throws {Error} when `url` is no address of a database. No message has the password in it.
 */
export async function openPostgres(options: { readonly url: string }): Promise<PostgresStore> {
  const postgres = await import('./postgres/open-postgres.js');
  const database = await postgres.openPostgres(options);
  return {
    repositories: repositoriesOver(database),
    check: () => database.check(),
    leads: () => database.leads(),
    close: () => database.close(),
  };
}
