import type { Table } from './table.js';

/**
 * Columns of a schema, all unless `properties` are named, as a select list whose results are named like the properties.
 * A function, as this is how the `sql` tag tells a text that belongs to the statement from a value.
 */
export function selection<T>(schema: Table<T>, properties?: readonly (keyof T & string)[]): () => string {
  const { name: table, columns } = schema;
  const list = (properties ?? Object.keys(columns))
    .map((property) => `${table}.${columnName(schema, property)} AS "${property}"`)
    .join(', ');
  return () => list;
}

/** What the column of a property is called in the database. */
export function columnName<T>(schema: Table<T>, property: string): string {
  const columns: Readonly<Record<string, { readonly name?: string } | undefined>> = schema.columns;
  return columns[property]?.name ?? property;
}
