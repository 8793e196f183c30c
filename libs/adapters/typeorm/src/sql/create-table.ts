import { columnName, type AnyTable, type Column } from './table.js';

const UNIQUE = 'UNIQUE ';

/** How a database says what a table consists of. */
export interface TableLanguage {
  readonly types: Readonly<Record<Column['type'], string>>;
  /** What ends CREATE TABLE. */
  readonly end: (options: { readonly withoutRowid: boolean }) => string;
  /** `Dialect.contents`. */
  readonly contents: string;
}

/** The statements that create a table and its indexes. */
export function createTable(table: AnyTable, language: TableLanguage): readonly string[] {
  const { name, columns, primaryKey, unique, indexes, withoutRowid } = table;
  const list = (properties: readonly string[]): string =>
    `(${properties.map((property) => columnName(table, property)).join(', ')})`;
  const isSingle = primaryKey.length === 1;
  const lines = [
    ...Object.entries(columns).map(([property, column]) => {
      const key = isSingle && property === primaryKey[0] ? 'PRIMARY KEY' : undefined;
      return definitionOf(columnName(table, property), { ...column, key }, language);
    }),
    ...(isSingle ? [] : [`PRIMARY KEY ${list(primaryKey)}`]),
    ...unique.map((properties) => `UNIQUE ${list(properties)}`),
  ];
  return [
    `CREATE TABLE ${name} (\n  ${lines.join(',\n  ')}\n)${language.end({ withoutRowid })}`,
    ...Object.entries(indexes).map(([index, of]) => createIndex(index, name, of)),
  ];
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
    values !== undefined && `CHECK (${name} IN (${values.map((value) => `'${value}'`).join(', ')}))`,
    check !== undefined && `CHECK (${check})`,
    target !== undefined && `REFERENCES ${target}`,
  ];
  return parts.filter((part) => typeof part === 'string').join(' ');
}

function createIndex(index: string, table: string, of: string): string {
  const isUnique = of.startsWith(UNIQUE);
  return `CREATE ${isUnique ? UNIQUE : ''}INDEX ${index} ON ${table} ${isUnique ? of.slice(UNIQUE.length) : of}`;
}
