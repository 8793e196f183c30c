import { FORMER_TABLE } from '../schema/former-schema.js';
import { MIGRATION_TABLE } from '../schema/migrations.js';
import type { PostgresClient } from '../postgres/connection/postgres-client.js';

/** A table and its columns, in their order, quoted for SQL. */
export interface CopiedTable {
  readonly name: string;
  readonly columns: string;
}

/** A sequence of keys, and the last key that it returned. */
export interface CopiedSequence {
  readonly name: string;
  readonly last: string;
}

const TABLES = `SELECT tables.table_name AS name,
    string_agg(quote_ident(columns.column_name), ', ' ORDER BY columns.ordinal_position) AS columns
  FROM information_schema.tables AS tables
    JOIN information_schema.columns AS columns USING (table_schema, table_name)
  WHERE tables.table_schema = current_schema() AND tables.table_type = 'BASE TABLE'
    AND columns.is_generated = 'NEVER' AND NOT tables.table_name = ANY ($1)
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND deptype = 'e'
      AND objid = to_regclass(quote_ident(tables.table_name)))
  GROUP BY tables.table_name ORDER BY tables.table_name`;

/** The table that exists while a restore is incomplete. */
export const RESTORE_STATE = 'restore_state';

export const restoreState = {
  create: `CREATE TABLE ${RESTORE_STATE} (name text NOT NULL)`,
  insert: `INSERT INTO ${RESTORE_STATE} VALUES ($1)`,
  select: `SELECT FROM ${RESTORE_STATE} WHERE name = $1`,
  drop: `DROP TABLE ${RESTORE_STATE}`,
};

/** The tables of the schema that the migrations created, by name, without those of extensions. */
export async function tablesOf(client: PostgresClient): Promise<readonly CopiedTable[]> {
  return (await client.query<CopiedTable>(TABLES, [[MIGRATION_TABLE, FORMER_TABLE, RESTORE_STATE]])).rows;
}

/**
 * Sequences that have returned a key. Keys returned after the snapshot do no harm, because a key is never used twice.
 */
export async function sequencesOf(client: PostgresClient): Promise<readonly CopiedSequence[]> {
  const { rows } = await client.query<CopiedSequence>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = current_schema() AND last_value IS NOT NULL AND sequencename NOT LIKE ALL ($1)
      ORDER BY sequencename`,
    [[MIGRATION_TABLE, FORMER_TABLE].map((table) => `${table}%`)],
  );
  return rows;
}

/** The names in an order in which no table refers to a later one. */
export async function inOrderOfReferences(
  client: PostgresClient,
  names: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly child: string; readonly parent: string }>(
    `SELECT child.relname AS child, parent.relname AS parent FROM pg_constraint
      JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
      WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conrelid <> confrelid`,
  );
  const ordered = new Set<string>();
  const place = (name: string): void => {
    if (ordered.has(name)) return;
    for (const { parent } of rows.filter(({ child }) => child === name)) place(parent);
    ordered.add(name);
  };
  names.forEach(place);
  return [...ordered];
}
