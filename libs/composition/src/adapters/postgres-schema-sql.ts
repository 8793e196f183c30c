/** Which migrations of PostgreSQL to print. */
interface SchemaSqlOptions {
  /** The last migration that the tables have, or the beginning of its name; by default none. */
  readonly from?: string | undefined;
  /** The schema of the tables; by default the first one of the search path. */
  readonly schema?: string | undefined;
}

/**
 * SQL that makes the tables of PostgreSQL, or brings them up to date from a migration, in one transaction.
 * @throws {RangeError} for a migration that there is none of, or a name that no schema has.
 */
export async function postgresSchemaSql(options?: SchemaSqlOptions): Promise<string> {
  const { schemaSql } = await import('@cairn/adapter-typeorm');
  return schemaSql(options);
}
