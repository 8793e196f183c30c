import type { SchemaSqlOptions } from '@cairn/adapter-typeorm';

/**
 * SQL that makes the tables of PostgreSQL, or brings them up to date from a migration, in one transaction.
 * @throws {RangeError} when there is no such migration.
 */
export async function postgresSchemaSql(options?: SchemaSqlOptions): Promise<string> {
  const { schemaSql } = await import('@cairn/adapter-typeorm');
  return schemaSql(options);
}
