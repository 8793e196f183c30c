import type { FindOptionsWhere, QueryDeepPartialEntity, Repository } from 'typeorm';
import { causeOf, codeOf } from './query-cause.js';
import { columnName, propertiesOf, type Table } from './table.js';
import type { Statements } from './statements.js';

/** SQLite takes 32,766 parameters, PostgreSQL 65,535. */
const ROWS_AT_ONCE = 500;

/**
 * Inserts rows, in their order. For hot paths: building TypeORM's statement takes longer than running it.
 * @param conflict The clause for rows that are there already; without one they are an error.
 */
export async function insertAll<T extends object>(
  manager: Statements,
  schema: Table<T>,
  rows: readonly T[],
  conflict = '',
): Promise<void> {
  const properties = propertiesOf(schema);
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
    const text = `INSERT INTO ${schema.name} (${names}) VALUES ${tuples.join(', ')} ${conflict}`;
    await manager.query(text, values);
  }
}

/** Changes the columns in which two forms of a row differ. They have the same primary key. */
export async function updateRow<T extends object>(
  manager: Statements,
  schema: Table<T>,
  { from, to }: { readonly from: T; readonly to: T },
): Promise<void> {
  const values: unknown[] = [];
  const equals = (property: keyof T & string): string =>
    `${columnName(schema, property)} = ${manager.parameter(values.push(to[property] ?? null) - 1)}`;
  const changes = propertiesOf(schema)
    .filter((property) => from[property] !== to[property])
    .map(equals);
  if (changes.length === 0) return;
  const keys = propertiesOf(schema).filter((property) => schema.primaryKey.includes(property));
  const text = `UPDATE ${schema.name} SET ${changes.join(', ')} WHERE ${keys.map(equals).join(' AND ')}`;
  await manager.query(text, values);
}

/** Changes these columns of rows to those of the given rows with the same primary key, in one statement. */
export async function updateRows<T extends object>(
  manager: Statements,
  schema: Table<T>,
  properties: readonly (keyof T & string)[],
  rows: readonly T[],
): Promise<void> {
  const keys = propertiesOf(schema).filter((property) => schema.primaryKey.includes(property));
  const given = [...keys, ...properties];
  // PostgreSQL takes a value of unknown type for text.
  const assigned = given.map((property, index) => {
    const value = `given.column${index + 1}`;
    const { type } = schema.columns[property];
    return `${columnName(schema, property)} = ${type === 'text' ? value : `CAST(${value} AS bigint)`}`;
  });
  const changes = assigned.slice(keys.length).join(', ');
  const isSame = assigned
    .slice(0, keys.length)
    .map((key) => `${schema.name}.${key}`)
    .join(' AND ');
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const values: unknown[] = [];
    const place = (value: unknown): string =>
      manager.parameter(values.push(typeof value === 'number' ? String(value) : (value ?? null)) - 1);
    const tuples = rows
      .slice(start, start + ROWS_AT_ONCE)
      .map((row) => `(${given.map((property) => place(row[property])).join(', ')})`);
    const text = `UPDATE ${schema.name} SET ${changes} FROM (VALUES ${tuples.join(', ')}) AS given WHERE ${isSame}`;
    await manager.query(text, values);
  }
}

const TAKEN = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

/** Inserts the row. @throws {Error} what `taken` makes, when another row has the same value in a unique column. */
export async function insertNew<Row extends object>(
  repository: Repository<Row>,
  row: QueryDeepPartialEntity<Row>,
  taken: () => Error,
): Promise<void> {
  await unlessTaken(repository.insert(row), taken);
}

/** Changes the row. @throws {Error} what `taken` makes, when another row has the same value in a unique column. */
export async function updateUnique<Row extends object>(
  repository: Repository<Row>,
  { where, change }: { readonly where: FindOptionsWhere<Row>; readonly change: QueryDeepPartialEntity<Row> },
  taken: () => Error,
): Promise<void> {
  await unlessTaken(repository.update(where, change), taken);
}

async function unlessTaken(write: Promise<unknown>, taken: () => Error): Promise<void> {
  try {
    await write;
  } catch (error) {
    throw TAKEN.has(codeOf(causeOf(error))) ? taken() : error;
  }
}
