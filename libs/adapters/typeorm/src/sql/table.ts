import type { TraceKind } from '@cairn/kernel';

/** Whose identifier a column holds: an owner's, a user's, or that of an actor, as `user:ID` or `key:ID`. */
type Whose = 'owner' | 'user' | 'actor';

/**
 * What becomes of it when they are erased: the row goes, the value becomes null, or `ERASED_ACTOR`, or something else deletes
 * the row: a repository of its own, or a foreign key.
 */
type Erasing = 'row' | 'absent' | 'replaced' | 'apart';

/** What a column holds. The rest of it is optional. */
export interface Column {
  /** Its name, where that of the property is a word of SQL. */
  readonly column?: string;
  /** `key` is a number that the database assigns and never assigns again; it is the primary key. */
  readonly type: 'text' | 'integer' | 'key';
  /** Whether it may be null. */
  readonly optional?: true;
  readonly default?: string | number;
  readonly unique?: true;
  /** The texts that it may hold. */
  readonly values?: readonly string[];
  /** The migration after which it may hold all of them, if it was fewer before. */
  readonly widened?: string;
  /** A condition in SQL. */
  readonly check?: string;
  /** The migration that adds it, if it is younger than its table: a name, and a time in epoch milliseconds. */
  readonly since?: string;
  /** Whose identifier it holds. `SqlOwnerTraces` is made of it. */
  readonly holds?: { readonly whose: Whose; readonly erasing: Erasing };
  /** The table and column that it refers to, and what happens when that row goes. `contents` is `Dialect.contents`. */
  readonly references?: string | ((contents: string) => string);
}

/** Integers up to 2^53. Times are epoch milliseconds. */
export const integer = { type: 'integer' } as const;
/** Text that is compared bytewise. */
export const text = { type: 'text' } as const;
export const key = { type: 'key' } as const;
export const optional = <C extends Column>(column: C): C & { readonly optional: true } => ({
  ...column,
  optional: true,
});
/** The identifier of somebody who can be erased. */
export const idOf = (whose: Whose, erasing: Erasing = 'row') =>
  ({ ...text, holds: { whose, erasing } }) as const;
/** Text that is one of these. */
export const oneOf = (...values: readonly string[]) => ({ ...text, values }) as const;

export type DatabaseName = 'sqlite' | 'postgres';

/** What follows the table in CREATE INDEX; with the migration that adds it, if it is younger than its table. */
export type Index = string | { readonly of: string; readonly since: string };

interface Options<Property> {
  /** By default the first column. */
  readonly primaryKey?: readonly Property[];
  /** Combinations of columns that occur once. */
  readonly unique?: readonly (readonly Property[])[];
  /** By name, what follows the table in CREATE INDEX: `(column, …)`, with UNIQUE before it and WHERE behind it if wanted. */
  readonly indexes?: Readonly<Record<string, Index>>;
  /** The migration that adds it, if it is not the initial one: a name, and a time in epoch milliseconds. */
  readonly since?: string | undefined;
  /** By migration, statements that fill what it adds for rows that are there. */
  readonly fills?: Readonly<Record<string, Readonly<Record<DatabaseName, readonly string[]>>>>;
  /** What its rows are of an owner. Required where a column `holds` somebody's identifier. */
  readonly traces?: TraceKind | undefined;
  /**
   * SQLite keeps the rows in the tree of the primary key. Not for long rows: in a tree ordered by text keys they would
   * make it deep.
   */
  readonly withoutRowid?: boolean;
}

/** A table of both databases: what the statements that create it, the repositories and TypeORM are made of. */
export interface Table<Row>
  extends Required<Omit<Options<string>, 'since' | 'traces'>>, Pick<Options<string>, 'since' | 'traces'> {
  readonly name: string;
  /** By property, in the order of the table. The column of `createdAt` is `created_at`. */
  readonly columns: Readonly<Record<keyof Row & string, Column>>;
}

/** A table whose rows are not known by type. */
export type AnyTable = Table<Readonly<Record<string, unknown>>>;

/** A column may be null where the property may be. */
type Columns<Row> = string extends keyof Row
  ? Readonly<Record<string, Column>>
  : {
      readonly [P in keyof Row & string]: null extends Row[P]
        ? Column & { readonly optional: true }
        : Column & { readonly optional?: never };
    };

/** `Row` is what a row holds, by property. */
export function table<Row = Readonly<Record<string, unknown>>>(
  name: string,
  columns: NoInfer<Columns<Row>>,
  {
    primaryKey,
    unique = [],
    indexes = {},
    withoutRowid = false,
    fills = {},
    since,
    traces,
  }: Options<keyof Row & string> = {},
): Table<Row> {
  const [first = ''] = Object.keys(columns);
  return {
    name,
    columns,
    primaryKey: primaryKey ?? [first],
    unique,
    indexes,
    withoutRowid,
    fills,
    since,
    traces,
  };
}

/** In the order of the columns. */
export const propertiesOf = <Row>({ columns }: Table<Row>): readonly (keyof Row & string)[] =>
  Object.keys(columns) as (keyof Row & string)[];

/** The column of a property. */
export function columnName<Row>({ columns }: Table<Row>, property: keyof Row & string): string {
  const { column } = columns[property];
  return column ?? property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * A select list with columns of a table, by default all, aliased to their properties. It is a function so that the
 * `sql` tag takes it as SQL, not as a value.
 */
export function selection<Row>(
  table: Table<Row>,
  properties: readonly (keyof Row & string)[] = propertiesOf(table),
): () => string {
  const list = properties
    .map((property) => `${table.name}.${columnName(table, property)} AS "${property}"`)
    .join(', ');
  return () => list;
}

/** Parses a column with a list of strings as JSON. */
export function parseStringList(json: string): readonly string[] {
  const texts: unknown = JSON.parse(json);
  return Array.isArray(texts) ? texts.map(String) : [];
}
