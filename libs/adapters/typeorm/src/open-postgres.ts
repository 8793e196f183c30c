import type { RelationalStore } from './repositories.js';

/** A PostgreSQL database, which other processes may use too. */
export interface PostgresStore extends RelationalStore {
  /**
   * Whether this process currently does the periodic work of all processes that use the database.
   * @throws {StorageUnavailable}
   */
  leads(): Promise<boolean>;
}

/**
 * Opens the database at `postgres://user:password@host:port/name` and migrates it. The address takes `pg`'s parameters,
 * such as `sslmode`, and `max`: the connections of this process for reads and writes, by default 10, and one more while
 * it leads. Loads TypeORM and `pg` on demand.
 * @throws {StorageUnavailable} {NewerSchema} {OlderSchema} {UnsuitableServer}
 * @throws {Error} when `url` is not a database address. No message contains the password.
 */
export async function openPostgres(options: { readonly url: string }): Promise<PostgresStore> {
  const postgres = await import('./postgres/open-postgres.js');
  const { PostgresFeatureStore } = await import('./postgres/features/postgres-feature-store.js');
  const { inTurns } = await import('./postgres/in-turns.js');
  const { repositoriesOver } = await import('./repositories.js');
  const database = await postgres.openPostgres(options);
  const repositories = inTurns(repositoriesOver(database), database.maxConnections);
  return {
    repositories: { ...repositories, features: new PostgresFeatureStore(database) },
    check: () => database.check(),
    leads: () => database.leads(),
    close: () => database.close(),
  };
}
