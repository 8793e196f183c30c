import { erasedUsers, type Erased, type TraceKind } from '@cairn/kernel';
import { tables } from '../schema/tables.js';
import type { Sql } from '../sql/sql-builder.js';
import { columnName, type AnyTable, type Column } from '../sql/table.js';

type Holds = NonNullable<Column['holds']>;

/** A column that holds somebody's identifier. */
export interface OwnerColumn extends Holds {
  readonly name: string;
  readonly isOptional: boolean;
}

/** A table with such columns. */
export interface OwnerTable {
  readonly table: AnyTable;
  readonly kind: TraceKind;
  readonly columns: readonly OwnerColumn[];
}

const described: readonly AnyTable[] = tables;

/** All of them. None refers to an earlier one. */
export const ownerTables: readonly OwnerTable[] = described
  .flatMap((table): readonly OwnerTable[] => {
    const columns = Object.entries(table.columns).flatMap(([property, { holds, optional }]) =>
      holds === undefined
        ? []
        : [{ ...holds, name: columnName(table, property), isOptional: optional === true }],
    );
    if (columns.length === 0) return [];
    if (table.traces === undefined) throw new Error(`The table ${table.name} does not say what it traces.`);
    return [{ table, kind: table.traces, columns }];
  })
  .toReversed();

/** Whether the column holds the identifier of one of those who are erased; `undefined` if there is nobody of that sort. */
export function namesErased({ name, whose }: OwnerColumn, erased: Erased): Sql | undefined {
  const ids = { owner: [erased.owner], user: erasedUsers(erased), actor: erased.actors }[whose];
  if (ids.length === 0) return undefined;
  return (parameter) => `${name} IN (${ids.map(parameter).join(', ')})`;
}

/** Whether a row is not of the owner, whose rows go as a whole. */
export function isOfOthers({ columns }: OwnerTable, { owner }: Erased): readonly Sql[] {
  return columns
    .filter(({ whose }) => whose === 'owner')
    .map(
      ({ name, isOptional }): Sql =>
        (parameter) =>
          isOptional
            ? `(${name} IS NULL OR ${name} <> ${parameter(owner)})`
            : `${name} <> ${parameter(owner)}`,
    );
}

/** Whether no row that would stay refers to a row of the table. */
export function isReferredToByNone({ name }: AnyTable): readonly string[] {
  return described.flatMap((other) =>
    Object.entries(other.columns).flatMap(([property, { references }]) => {
      // References that say what happens when the row goes have more behind the bracket.
      const [, target, column] =
        typeof references === 'string' ? (/^(\w+) \((\w+)\)$/.exec(references) ?? []) : [];
      if (target !== name || column === undefined) return [];
      const own = columnName(other, property);
      return [`NOT EXISTS (SELECT 1 FROM ${other.name} AS other WHERE other.${own} = ${name}.${column})`];
    }),
  );
}
