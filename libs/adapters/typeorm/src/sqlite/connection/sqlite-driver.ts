import { createRequire } from 'node:module';
import type { Database, Options } from 'sqlite-driver';
import { codeOf } from '../../sql/query-cause.js';

const NAME = 'sqlite-driver';
const require = createRequire(import.meta.url);

interface SqliteDriver {
  new (file: string, options?: Options): Database;
}

let driver: SqliteDriver | undefined;

/**
 * The driver of SQLite, loaded when it is first needed: an application on PostgreSQL does not install it.
 * @throws {Error} that says how, if it is not installed.
 */
export function sqliteDriver(): SqliteDriver {
  return (driver ??= load());
}

function load(): SqliteDriver {
  try {
    return require(NAME) as SqliteDriver;
  } catch (cause) {
    if (codeOf(cause) !== 'MODULE_NOT_FOUND') throw cause;
    throw new Error(
      `SQLite, and the locks of files, need the package "${NAME}": npm install ${NAME}@npm:better-sqlite3@13`,
      { cause },
    );
  }
}
