import type { QueryDeepPartialEntity, Repository } from 'typeorm';
import { causeOf, codeOf } from './query-cause.js';

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
