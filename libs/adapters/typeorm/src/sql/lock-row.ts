import type { Dialect } from './database.js';
import type { Statements } from './statements.js';
import type { Table } from './table.js';

/**
 * Locks the row until the end of the transaction. Returns whether it exists. In SQL: TypeORM locks rows only in transactions
 * that it began, and refuses to on SQLite.
 */
export async function lockRow<Row extends { readonly id: string }>(
  manager: Statements,
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
  { table: { name }, id }: { readonly table: Table<Row>; readonly id: string },
): Promise<boolean> {
  const rows = await manager.sql<
    readonly unknown[]
  >`SELECT 1 FROM ${() => name} WHERE id = ${id} ${forUpdate}`;
  return rows.length > 0;
}
