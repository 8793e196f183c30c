import Sqlite, { type Database } from 'sqlite-driver';
import { DataSource } from 'typeorm';
import { entities } from '../../schema/entities.js';
import { MIGRATION_TABLE, migrationsFor } from '../../schema/migrations.js';
import { PreparedStatements } from './prepared-statements.js';

const options = {
  type: 'better-sqlite3',
  synchronize: false,
  logger: 'debug', // other levels print a failed migration to the console besides throwing it
  entities,
} as const;

/** TypeORM on a connection of its own, for migrations. */
export function sqliteSource(file: string): DataSource {
  return new DataSource({
    ...options,
    database: file,
    driver: Sqlite, // TypeORM looks for it under the name of an older major version
    enableWAL: true,
    migrations: migrationsFor('sqlite'),
    migrationsTableName: MIGRATION_TABLE,
  });
}

/** TypeORM on an open connection, whose owner closes it and controls its transactions. */
export function sourceOver(database: Database): DataSource {
  const statements = new PreparedStatements(database);
  const prepare = (text: string): unknown => statements.get(text);
  const driver = function () {
    return Object.create(database, { prepare: { value: prepare } }) as unknown;
  };
  // TypeORM keeps the most recent statements, and drops those that are used most often.
  return new DataSource({ ...options, database: database.name, driver, statementCacheSize: 0 });
}
