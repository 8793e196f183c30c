import { assertSchemaName } from '../postgres-options.js';
import { MIGRATION_TABLE, migrationNames, statementsOf } from './migrations.js';
import { TIMESTAMP_LENGTH } from '../sql/create-table.js';

/** Which migrations of PostgreSQL to print. */
export interface SchemaSqlOptions {
  /** The last migration that the tables have, or the beginning of its name; by default none. */
  readonly from?: string | undefined;
  /** The schema of the tables; by default the first one of the search path. */
  readonly schema?: string | undefined;
}

/**
 * The statements that bring the tables of PostgreSQL up to date, in one transaction: to be read, and run with `psql`.
 * Then `migrate: 'check'` opens the database. @throws {RangeError} for a migration that there is
 * none of, or a name that no schema has.
 */
export function schemaSql({ from, schema }: SchemaSqlOptions = {}): string {
  const start = from === undefined ? 0 : migrationNames.findIndex((name) => name.startsWith(from)) + 1;
  if (from !== undefined && start === 0)
    throw new RangeError(`There is no migration ${from}. There are: ${migrationNames.join(', ')}`);
  if (schema !== undefined) assertSchemaName(schema);
  const names = migrationNames.slice(start);
  const within =
    schema === undefined
      ? []
      : [`CREATE SCHEMA IF NOT EXISTS "${schema}"`, `SET LOCAL search_path TO "${schema}"`];
  const record = (name: string): string =>
    `INSERT INTO ${MIGRATION_TABLE} ("timestamp", name) VALUES (${name.slice(-TIMESTAMP_LENGTH)}, '${name}')`;
  const statements = [
    'BEGIN',
    ...within,
    `CREATE TABLE IF NOT EXISTS ${MIGRATION_TABLE} (id SERIAL PRIMARY KEY, "timestamp" bigint NOT NULL, name character varying NOT NULL)`,
    ...names.flatMap((name) => [...statementsOf(name, 'postgres'), record(name)]),
    'COMMIT',
  ];
  return statements.map((statement) => `${statement};\n`).join('\n');
}
