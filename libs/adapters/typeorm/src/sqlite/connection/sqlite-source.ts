import type { Database } from 'better-sqlite3';
import { DataSource } from 'typeorm';
import { schemas } from '../../schemas.js';
import { migrations } from '../migrations/migrations.js';

const options = {
  type: 'better-sqlite3',
  synchronize: false,
  logger: 'debug', // other levels print a failed migration to the console besides throwing it
  entities: schemas,
} as const;

/** TypeORM on a connection of its own, for migrations. */
export function sqliteSource(file: string): DataSource {
  return new DataSource({ ...options, database: file, enableWAL: true, migrations: [...migrations] });
}

/** TypeORM on an open connection, whose owner closes it and controls its transactions. */
export function sourceOver(database: Database): DataSource {
  const driver = function () {
    return database;
  };
  return new DataSource({ ...options, database: database.name, driver });
}
