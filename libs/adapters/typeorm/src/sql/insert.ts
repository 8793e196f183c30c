import type { QueryDeepPartialEntity, Repository } from 'typeorm';
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

const TAKEN = new Set(['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

/** Inserts the row. @throws {Error} what `taken` makes, when another row has the same value in a unique column. */
export async function insertNew<Row extends object>(
  repository: Repository<Row>,
  row: QueryDeepPartialEntity<Row>,
  taken: () => Error,
): Promise<void> {
  try {
    await repository.insert(row);
  } catch (error) {
    throw TAKEN.has(codeOf(causeOf(error))) ? taken() : error;
  }
}
