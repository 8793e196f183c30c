import { postgresAddress, type PostgresAddress } from '../postgres/connection/postgres-address.js';
import { PostgresClient } from '../postgres/connection/postgres-client.js';
import { connectionConfig } from '../postgres/connection/postgres-connection.js';
import { migratingSource } from '../postgres/connection/postgres-source.js';
import { orUnavailable, storageError } from '../postgres/connection/storage-error.js';
import { openPostgres } from '../postgres/open-postgres.js';
import {
  NotEmpty,
  type CopyRequest,
  type DatabaseBackups,
  type DatabaseCopy,
  type DatabaseFacts,
  type RestoreRequest,
} from '@cairn/kernel';
import type { PostgresOptions } from '../postgres-options.js';
import type { Statements } from '../sql/statements.js';
import { isFormer } from '../schema/former-schema.js';
import { migrationNames } from '../schema/migrations.js';
import { assertKnown, finishRestore } from './restore-steps.js';
import { copyPostgres, factsOf } from './postgres-copy.js';
import { restoreTables } from './postgres-restore.js';
import { RESTORE_STATE, restoreState, tablesOf } from './postgres-tables.js';
import { NEEDS_BLOB } from './statements.js';

/** Backups of a PostgreSQL database by SQL alone: no program of PostgreSQL is needed. */
export class PostgresBackups implements DatabaseBackups {
  private readonly address: PostgresAddress;

  /** @throws {Error} when the options are not those of a database. */
  constructor(private readonly options: PostgresOptions) {
    this.address = postgresAddress(options);
  }

  async copy(request: CopyRequest): Promise<DatabaseCopy> {
    return await this.connected(async (client) => {
      await client.beginSnapshot(this.address.limits.migration);
      return await copyPostgres(client, this.address.name, request);
    });
  }

  async facts(): Promise<DatabaseFacts> {
    return await this.connected(async (client) => {
      await client.beginSnapshot(this.address.limits.migration);
      return await factsOf(client, this.address.name);
    });
  }

  async needsBlob(key: string): Promise<boolean> {
    return await this.connected(async (client) => {
      const { rows } = await client.query(NEEDS_BLOB('$1'), [key]);
      return rows.length > 0;
    });
  }

  async assertRestorable({ copy, name }: Pick<RestoreRequest, 'copy' | 'name'>): Promise<void> {
    await this.restorableState(copy, name);
  }

  async restore(request: RestoreRequest): Promise<void> {
    const { copy, name, removed, ageMs, restoredAt } = request;
    const state = await this.restorableState(copy, name);
    if (state === 'empty') await this.fill(request);
    const database = await openPostgres({ ...this.options, migrate: 'run' });
    try {
      const complete = (manager: Statements): Promise<unknown> => manager.query(restoreState.drop);
      await finishRestore(database, { removed, ageMs, restoredAt, complete });
      await database.write((manager) => manager.query('ANALYZE'), { budget: 'bulk' });
    } finally {
      await database.close();
    }
  }

  async close(): Promise<void> {}

  private async fill(request: RestoreRequest): Promise<void> {
    const { migrations } = request.copy;
    const wanted = isFormer(migrations) ? migrationNames.slice(0, 1) : migrations;
    const source = migratingSource(this.address, (migration) => wanted.includes(migration));
    await orUnavailable(source.initialize(), `The database ${this.address.name} cannot be opened`);
    try {
      await restoreTables(source.createQueryRunner(), this.address.name, request);
    } catch (error) {
      throw storageError(error);
    } finally {
      await source.destroy();
    }
  }

  private async restorableState(copy: RestoreRequest['copy'], name: string): Promise<'empty' | 'begun'> {
    assertKnown(copy);
    const state = await this.stateOf(name);
    if (state === 'other') throw new NotEmpty(this.address.name);
    return state;
  }

  /** `begun` if the rows of this copy were restored, but not migrated yet. */
  private async stateOf(name: string): Promise<'empty' | 'begun' | 'other'> {
    return await this.connected(async (client) => {
      const { rows: begun } = await client.query<{ readonly table: string | null }>(
        'SELECT to_regclass($1)::text AS "table"',
        [RESTORE_STATE],
      );
      if (begun.some(({ table }) => table !== null)) {
        const { rows } = await client.query(restoreState.select, [name]);
        return rows.length > 0 ? 'begun' : 'other';
      }
      return (await tablesOf(client)).length === 0 ? 'empty' : 'other';
    });
  }

  private async connected<T>(work: (client: PostgresClient) => Promise<T>): Promise<T> {
    const { limits, name } = this.address;
    const client = new PostgresClient({ ...connectionConfig(this.address), limit: limits.migration });
    client.on('error', () => undefined); // the running statement then rejects
    await orUnavailable(client.connect(), `The database ${name} cannot be opened`);
    try {
      await client.prepareSession();
      return await work(client);
    } catch (error) {
      throw storageError(error);
    } finally {
      await client.end();
    }
  }
}
