import { columnName } from './selection.js';
import type { Statements } from './statements.js';
import type { Table } from './table.js';

/** SQLite takes 32,766 parameters, PostgreSQL 65,535. */
const ROWS_AT_ONCE = 500;

/** Inserts rows, in their order. For hot paths: building TypeORM's statement takes longer than running it. */
export async function insertAll<T extends object>(
  manager: Statements,
  schema: Table<T>,
  rows: readonly T[],
): Promise<void> {
  const properties = Object.keys(schema.columns);
  const names = properties.map((property) => columnName(schema, property)).join(', ');
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const values: unknown[] = [];
    const tuples = rows.slice(start, start + ROWS_AT_ONCE).map((row) => {
      const given = new Map<string, unknown>(Object.entries(row));
      const places = properties.map((property) =>
        manager.parameter(values.push(given.get(property) ?? null) - 1),
      );
      return `(${places.join(', ')})`;
    });
    const text = `INSERT INTO ${schema.name} (${names}) VALUES ${tuples.join(', ')}`;
    await manager.query(text, values);
  }
}
