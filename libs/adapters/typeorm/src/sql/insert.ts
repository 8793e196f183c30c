import { columnName } from './selection.js';
import type { Statements } from './statements.js';
import type { Table } from './table.js';

/**
 * Inserts the rows with one statement. TypeORM's insert puts numbers into the SQL text, so that each statement must
 * be
 * prepared anew, which takes longer than executing it.
 */
export async function insert<T extends object>(
  manager: Statements,
  schema: Table<T>,
  rows: readonly T[],
): Promise<void> {
  if (rows.length === 0) return;
  const { text, values } = insertion(manager, schema, rows);
  await manager.query(text, values);
}

/** SQLite takes 32,766 parameters, PostgreSQL 65,535. */
const ROWS_AT_ONCE = 500;

/** Inserts any number of rows, in their order. */
export async function insertAll<T extends object>(
  manager: Statements,
  schema: Table<T>,
  rows: readonly T[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await insert(manager, schema, rows.slice(start, start + ROWS_AT_ONCE));
}

/**
 * Inserts the row and returns `true`, or does nothing and returns `false` if another row has the same value in
 * `unique`.
 */
export async function insertUnlessTaken<T extends object>(
  manager: Statements,
  schema: Table<T>,
  { row, unique }: { readonly row: T; readonly unique: keyof T & string },
): Promise<boolean> {
  const { text, values } = insertion(manager, schema, [row]);
  const conditional = `${text} ON CONFLICT (${columnName(schema, unique)}) DO NOTHING RETURNING 1`;
  const inserted = await manager.query<readonly unknown[]>(conditional, values);
  return inserted.length > 0;
}

/** Inserts the row, or replaces the one with the same value in `key`. */
export async function replace<T extends object>(
  statements: Statements,
  schema: Table<T>,
  { row, key }: { readonly row: T; readonly key: keyof T & string },
): Promise<void> {
  const given = new Map<string, unknown>(Object.entries(row));
  const values: unknown[] = [];
  const equation = (property: string): string =>
    `${columnName(schema, property)} = ${statements.parameter(values.push(given.get(property) ?? null) - 1)}`;
  const changes = Object.keys(schema.columns)
    .filter((property) => property !== key)
    .map(equation);
  const text = `UPDATE ${schema.name} SET ${changes.join(', ')} WHERE ${equation(key)}`;
  await statements.query(text, values);
}

function insertion<T extends object>(
  statements: Statements,
  schema: Table<T>,
  rows: readonly T[],
): { readonly text: string; readonly values: unknown[] } {
  const { name: table, columns } = schema;
  const properties = Object.keys(columns);
  const names = properties.map((property) => columnName(schema, property)).join(', ');
  const values: unknown[] = [];
  const tuples = rows.map((row) => {
    const given = new Map<string, unknown>(Object.entries(row));
    const places = properties.map((property) => {
      values.push(given.get(property) ?? null);
      return statements.parameter(values.length - 1);
    });
    return `(${places.join(', ')})`;
  });
  return { text: `INSERT INTO ${table} (${names}) VALUES ${tuples.join(', ')}`, values };
}
