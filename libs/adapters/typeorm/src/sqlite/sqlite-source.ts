import { DataSource, type DataSourceOptions } from 'typeorm';
import { StorageUnavailable } from '@cairn/kernel';
import { schemas } from '../schemas.js';
import type { Connection } from './connection.js';
import { InitialSchema1795219200000 } from './initial-schema.js';

const BUSY_TIMEOUT_MS = 5_000;

function options(file: string) {
  return {
    type: 'better-sqlite3',
    database: file,
    timeout: BUSY_TIMEOUT_MS, // PRAGMA busy_timeout
    synchronize: false,
    logger: 'debug', // the others print a failed migration to the console beside throwing it
    entities: schemas,
  } satisfies DataSourceOptions;
}

/** The one connection that changes the file, which it creates where there is none. */
export function sqliteWriter(file: string): DataSource {
  return new DataSource({
    ...options(file),
    migrations: [InitialSchema1795219200000],
    prepareDatabase: (connection: Connection) => {
      if (connection.pragma('journal_mode = WAL', { simple: true }) !== 'wal')
        throw new StorageUnavailable('The file system cannot hold a database with a write-ahead log.');
      connection.pragma('synchronous = FULL'); // in WAL, NORMAL may lose the last commits when power fails
      connection.pragma('foreign_keys = ON');
      connection.pragma('trusted_schema = OFF');
    },
  });
}

/** A connection beside the writer's that sees what is committed, never what is under way. */
export function sqliteReader(file: string): DataSource {
  return new DataSource({
    ...options(file),
    readonly: true,
    prepareDatabase: (connection: Connection) => {
      connection.pragma('trusted_schema = OFF');
    },
  });
}
