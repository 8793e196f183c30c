import type { Feature } from '@cairn/client';
import type { PropertyFact } from '../statistics/chart-properties.ts';

export type ColumnKind = 'text' | 'number' | 'boolean' | 'date' | 'nested';

/** A property as a column of the table. */
export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
}

const DATE = /^\d{4}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?)?$/;
const kinds: Readonly<Record<string, ColumnKind>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
};

/** The columns of properties. Texts are dates if all of the sample are. */
export function allColumns(
  properties: readonly Pick<PropertyFact, 'key' | 'datatype'>[],
  sample: readonly Pick<Feature, 'properties'>[],
): readonly Column[] {
  return properties.map(({ key: name, datatype }): Column => {
    const kind = kinds[datatype] ?? 'nested';
    if (kind !== 'text') return { name, kind };
    const values = sample.map((feature) => feature.properties[name]).filter((value) => (value ?? '') !== '');
    const areDates =
      values.length > 0 && values.every((value) => typeof value === 'string' && DATE.test(value));
    return { name, kind: areDates ? 'date' : 'text' };
  });
}

/** The columns in the order of the address; all of them if it names none that there is. */
export function shownColumns(all: readonly Column[], text: string): readonly Column[] {
  const byName = new Map(all.map((column) => [encodeURIComponent(column.name), column]));
  const named = text.split(' ').flatMap((name) => byName.get(name) ?? []);
  return named.length === 0 ? all : [...new Set(named)];
}

/** The columns for the address: nothing for all in their own order. */
export function columnsText(all: readonly Column[], shown: readonly Column[]): string {
  const text = (columns: readonly Column[]) => columns.map(({ name }) => encodeURIComponent(name)).join(' ');
  return text(all) === text(shown) ? '' : text(shown);
}

/** With a column one place further to the left (-1) or right (1). */
export function moved(columns: readonly Column[], name: string, by: -1 | 1): readonly Column[] {
  const from = columns.findIndex((column) => column.name === name);
  const to = from + by;
  if (from < 0 || to < 0 || to >= columns.length) return columns;
  const order = [...columns];
  order.splice(to, 0, ...order.splice(from, 1));
  return order;
}

/** The order of rows by a member: `p.size` or `f.id`. */
export interface RowOrder {
  readonly member: string;
  readonly direction: 'asc' | 'desc';
}

/** The order in the address, which is that of the API: `p.size:desc`. */
export function orderOf(text: string): RowOrder | undefined {
  const [, member = '', direction] = /^(.+):(asc|desc)$/.exec(text) ?? [];
  return member === '' ? undefined : { member, direction: direction === 'desc' ? 'desc' : 'asc' };
}

/** The order after a click on a column: ascending, then descending, then none. */
export function nextOrder(order: RowOrder | undefined, member: string): string {
  if (order?.member !== member) return `${member}:asc`;
  return order.direction === 'asc' ? `${member}:desc` : '';
}
