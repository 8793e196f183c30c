import type { Clock, StatementWatch } from '@cairn/kernel';
import type { PostgresOptions } from './postgres-options.js';
import type { CallerClient } from './postgres/joined/joined-client.js';
import type { RelationalStore, Repositories } from './repositories.js';

/** A PostgreSQL database, which other processes may use too. */
export interface PostgresStore extends RelationalStore {
  /**
   * Whether this process currently does the periodic work of all processes that use the database.
   * @throws {StorageUnavailable}
   */
  leads(): Promise<boolean>;

  /**
   * The repositories in a transaction of the caller, which must be READ COMMITTED. Each call is a savepoint in it, and one that fails
   * leaves it usable. Nothing is durable before the caller commits. What needs a connection of its own, such as a search, throws
   * `NotInTransaction`; a collision with another transaction is a `TransactionConflict`.
   * @param client A connection of `pg` with an open transaction, by the same user and in the same database.
   */
  join(client: CallerClient): Repositories;
}

/**
 * Opens a PostgreSQL database, by default bringing its tables up to date. Events happen by the clock, by default that of
 * the system, in the trace that `watch` names. Loads TypeORM and `pg` on demand.
 * @throws {StorageUnavailable} {NewerSchema} {OlderSchema} {NotMigrated} {UnsuitableServer}
 * @throws {Error} when the options are not those of a database. No message contains the password.
 */
export async function openPostgres(
  options: PostgresOptions,
  clock?: Pick<Clock, 'now'>,
  watch?: StatementWatch,
): Promise<PostgresStore> {
  const postgres = await import('./postgres/open-postgres.js');
  const { PostgresFeatureStore } = await import('./postgres/features/postgres-feature-store.js');
  const { inTurns, turnsFor } = await import('./postgres/in-turns.js');
  const { repositoriesOver } = await import('./repositories.js');
  const database = await postgres.openPostgres(options, clock, watch);
  const turns = turnsFor(database.maxConnections);
  const repositories = inTurns(repositoriesOver(database), turns);
  return {
    repositories: { ...repositories, features: new PostgresFeatureStore(database) },
    queues: { 'database-calls': turns, 'database-connections': database.connections },
    check: () => database.check(),
    leads: () => database.leads(),
    join: (client) => {
      const joined = database.join(client);
      return { ...repositoriesOver(joined), features: new PostgresFeatureStore(joined) };
    },
    close: () => database.close(),
  };
}
