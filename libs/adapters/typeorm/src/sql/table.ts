import type { EntitySchemaOptions } from 'typeorm';

/** TypeORM's description of a table, usable without loading TypeORM: columns by property. */
export type Table<Row> = EntitySchemaOptions<Row>;

/**
 * A select list with columns of a schema, by default all, aliased to their properties. It is a function so that the
 * `sql` tag takes it as SQL, not as a value.
 */
export function selection<T>(schema: Table<T>, properties?: readonly (keyof T & string)[]): () => string {
  const { name: table, columns } = schema;
  const list = (properties ?? Object.keys(columns))
    .map((property) => `${table}.${columnName(schema, property)} AS "${property}"`)
    .join(', ');
  return () => list;
}

/** The column name of a property. */
export function columnName<T>(schema: Table<T>, property: string): string {
  const columns: Readonly<Record<string, { readonly name?: string } | undefined>> = schema.columns;
  return columns[property]?.name ?? property;
}

/** Parses a column with a list of strings as JSON. */
export function parseStringList(json: string): readonly string[] {
  const texts: unknown = JSON.parse(json);
  return Array.isArray(texts) ? texts.map(String) : [];
}
