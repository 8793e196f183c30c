import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { columnName, type AnyTable, type Column } from '../sql/table.js';
import { tables } from './tables.js';

/** The tables for TypeORM. `integer` stands for integers up to 2^53 in any database. */
export const entities: EntitySchema[] = (tables as readonly AnyTable[]).map((table) => {
  const columns = new Map(
    Object.entries(table.columns).map(([property, column]) => [property, columnOf(table, property, column)]),
  );
  return new EntitySchema({ name: table.name, columns: Object.fromEntries(columns) });
});

function columnOf(table: AnyTable, property: string, { type, optional }: Column): EntitySchemaColumnOptions {
  return {
    type: type === 'key' ? 'integer' : type,
    name: columnName(table, property),
    primary: table.primaryKey.includes(property),
    nullable: optional === true,
  };
}
