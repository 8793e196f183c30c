import type { Statements } from './statements.js';

/** Returns the placeholder for a value. Must be called in the order of the placeholders in the text. */
export type Parameter = (value: unknown) => string;

/** SQL text whose placeholders are numbered when it is put in its place. */
export type Sql = (parameter: Parameter) => string;

export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0
    ? () => 'TRUE'
    : (parameter) => conditions.map((condition) => condition(parameter)).join(' AND ');
}

/** A list of values in brackets. */
export function listOf(values: readonly unknown[]): Sql {
  return (parameter) => `(${values.map(parameter).join(', ')})`;
}

export async function run<Row>(statements: Statements, sql: Sql): Promise<readonly Row[]> {
  const values: unknown[] = [];
  const text = sql((value) => statements.parameter(values.push(value) - 1));
  return await statements.query<readonly Row[]>(text, values);
}
