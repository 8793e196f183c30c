import type { EntityManager } from 'typeorm';
import { Statements } from './statements.js';

/** The statements of a TypeORM connection. */
export function statementsOf(manager: EntityManager): Statements {
  const { driver } = manager.dataSource;
  return new Statements(
    (text, values) => manager.query(text, [...values]),
    (index) => driver.createParameter(String(index), index),
  );
}
