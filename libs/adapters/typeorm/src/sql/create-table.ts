import { columnName, type AnyTable, type Column, type DatabaseName } from './table.js';

const UNIQUE = 'UNIQUE ';

/** How a database says what a table consists of. */
export interface TableLanguage {
  readonly database: DatabaseName;
  readonly types: Readonly<Record<Column['type'], string>>;
  /** What ends CREATE TABLE. */
  readonly end: (options: { readonly withoutRowid: boolean }) => string;
  /** `Dialect.contents`. */
  readonly contents: string;
}

/** The statements by which a migration creates a table or adds to it; by default the initial one. */
export function statementsOf(
  table: AnyTable,
  language: TableLanguage,
  migration?: string,
): readonly string[] {
  const { name } = table;
  const isNew = table.since === migration;
  if (migration === undefined && !isNew) return [];
  const isOfIt = ({ since }: { readonly since?: string | undefined }): boolean =>
    isNew ? since === undefined || since === migration : since === migration;
  const columns = Object.entries(table.columns).filter(([, column]) => isOfIt(column));
  const indexes = Object.entries(table.indexes)
    .map(([index, given]) => ({ index, ...(typeof given === 'string' ? { of: given } : given) }))
    .filter((index) => ('since' in index ? isOfIt(index) : isNew))
    .map(({ index, of }) => createIndex(index, name, of));
  if (isNew)
    return [createTable(table, columns, language), ...indexes, ...filling(table, language, migration)];
  const added = columns.map(([property, column]) => {
    const definition = definitionOf(columnName(table, property), { ...column, key: undefined }, language);
    return `ALTER TABLE ${name} ADD COLUMN ${definition}`;
  });
  // Indexes after the values: they are built faster at once.
  return [
    ...added,
    ...filling(table, language, migration),
    ...indexes,
    ...(migration === undefined ? [] : widening(table, language, migration)),
  ];
}

/** Lets columns hold more texts. SQLite changes no condition of a table, so the table is made again. */
function widening(table: AnyTable, language: TableLanguage, migration: string): readonly string[] {
  const widened = Object.entries(table.columns).filter(([, column]) => column.widened === migration);
  if (widened.length === 0) return [];
  const { name } = table;
  if (language.database === 'postgres')
    return widened.flatMap(([property, { values = [] }]) => {
      const column = columnName(table, property);
      const constraint = `${name}_${column}_check`;
      return [
        `ALTER TABLE ${name} DROP CONSTRAINT ${constraint}`,
        `ALTER TABLE ${name} ADD CONSTRAINT ${constraint} ${oneOfThese(column, values)}`,
      ];
    });
  const isThere = ({ since }: { readonly since?: string | undefined }): boolean =>
    since === undefined || timeOf(since) <= timeOf(migration);
  const columns = Object.entries(table.columns).filter(([, column]) => isThere(column));
  const names = columns.map(([property]) => columnName(table, property)).join(', ');
  const wider = `${name}_wider`;
  return [
    createTable({ ...table, name: wider }, columns, language),
    `INSERT INTO ${wider} (${names}) SELECT ${names} FROM ${name}`,
    `DROP TABLE ${name}`,
    `ALTER TABLE ${wider} RENAME TO ${name}`,
    ...Object.entries(table.indexes).flatMap(([index, given]) =>
      typeof given === 'string'
        ? [createIndex(index, name, given)]
        : isThere(given)
          ? [createIndex(index, name, given.of)]
          : [],
    ),
  ];
}

/** The length of the time at the end of the name of a migration. */
export const TIMESTAMP_LENGTH = 13;

/** When a migration was written. */
export const timeOf = (migration: string): number => Number(migration.slice(-TIMESTAMP_LENGTH));

const filling = (
  { fills }: AnyTable,
  { database }: TableLanguage,
  migration: string | undefined,
): readonly string[] => (migration === undefined ? [] : (fills[migration]?.[database] ?? []));

/** The migrations after the initial one that a table is changed by. */
export function migrationsOf({ since, columns, indexes, fills }: AnyTable): readonly string[] {
  const parts = [...Object.values(columns), ...Object.values(indexes)].map((part) =>
    typeof part === 'string' ? undefined : part.since,
  );
  const widened = Object.values(columns).map((column) => column.widened);
  return [since, ...parts, ...widened, ...Object.keys(fills)].filter((name) => name !== undefined);
}

function createTable(
  table: AnyTable,
  columns: readonly (readonly [property: string, column: Column])[],
  language: TableLanguage,
): string {
  const { name, primaryKey, unique, withoutRowid } = table;
  const list = (properties: readonly string[]): string =>
    `(${properties.map((property) => columnName(table, property)).join(', ')})`;
  const isSingle = primaryKey.length === 1;
  const lines = [
    ...columns.map(([property, column]) => {
      const key = isSingle && property === primaryKey[0] ? 'PRIMARY KEY' : undefined;
      return definitionOf(columnName(table, property), { ...column, key }, language);
    }),
    ...(isSingle ? [] : [`PRIMARY KEY ${list(primaryKey)}`]),
    ...unique.map((properties) => `UNIQUE ${list(properties)}`),
  ];
  return `CREATE TABLE ${name} (\n  ${lines.join(',\n  ')}\n)${language.end({ withoutRowid })}`;
}

function definitionOf(
  name: string,
  definition: Column & { readonly key: string | undefined },
  { types, contents }: TableLanguage,
): string {
  const { type, optional, key, default: given, unique, values, check, references } = definition;
  const target = typeof references === 'function' ? references(contents) : references;
  const parts = [
    name,
    types[type],
    type !== 'key' && optional !== true && 'NOT NULL',
    type !== 'key' && key,
    given !== undefined && `DEFAULT ${typeof given === 'string' ? `'${given}'` : given}`,
    unique === true && 'UNIQUE',
    values !== undefined && oneOfThese(name, values),
    check !== undefined && `CHECK (${check})`,
    target !== undefined && `REFERENCES ${target}`,
  ];
  return parts.filter((part) => typeof part === 'string').join(' ');
}

const oneOfThese = (column: string, values: readonly string[]): string =>
  `CHECK (${column} IN (${values.map((value) => `'${value}'`).join(', ')}))`;

function createIndex(index: string, table: string, of: string): string {
  const isUnique = of.startsWith(UNIQUE);
  return `CREATE ${isUnique ? UNIQUE : ''}INDEX ${index} ON ${table} ${isUnique ? of.slice(UNIQUE.length) : of}`;
}
