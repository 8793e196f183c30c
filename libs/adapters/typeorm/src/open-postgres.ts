import type { Clock } from '@cairn/kernel';
import type { PostgresOptions } from './postgres-options.js';
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
 * Opens a PostgreSQL database, by default bringing its tables up to date. Events happen by the clock, by default that of
 * the system. Loads TypeORM and `pg` on demand.
 * @throws {StorageUnavailable} {NewerSchema} {OlderSchema} {NotMigrated} {UnsuitableServer}
 * @throws {Error} when the options are not those of a database. No message contains the password.
 */
export async function openPostgres(
  options: PostgresOptions,
  clock?: Pick<Clock, 'now'>,
): Promise<PostgresStore> {
  const postgres = await import('./postgres/open-postgres.js');
  const { PostgresFeatureStore } = await import('./postgres/features/postgres-feature-store.js');
  const { inTurns } = await import('./postgres/in-turns.js');
  const { repositoriesOver } = await import('./repositories.js');
  const database = await postgres.openPostgres(options, clock);
  const repositories = inTurns(repositoriesOver(database), database.maxConnections);
  return {
    repositories: { ...repositories, features: new PostgresFeatureStore(database) },
    check: () => database.check(),
    leads: () => database.leads(),
    close: () => database.close(),
  };
}
