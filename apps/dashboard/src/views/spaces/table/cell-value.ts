import { numberOf } from '../filter/conditions.ts';
import type { ColumnKind } from './columns.ts';

/** The type that a cell keeps: that of its value, or of its column if it is empty. */
export function kindOfCell(value: unknown, column: ColumnKind): ColumnKind {
  switch (typeof value) {
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'string':
      return column === 'date' ? 'date' : 'text';
    case 'object':
      return value === null ? column : 'nested';
    default:
      return column;
  }
}

/** The text of a value, with the decimal separator of the language. */
export function cellText(value: unknown, language: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? numberText(value, language) : JSON.stringify(value);
}

/** A number with all of its digits. Years and ids are numbers, too, so thousands are not divided. */
export function numberText(value: number, language: string): string {
  const text = String(value);
  // Only plain decimals are read back with a comma.
  return language === 'de' && /^-?\d+\.\d+$/.test(text) ? text.replace('.', ',') : text;
}

/** What was typed in a cell, or what it should have been. `null` empties the cell. */
export type TypedCell = { readonly value: string | number | boolean | null } | { readonly fault: 'number' };

export function typedCell(text: string, kind: ColumnKind): TypedCell {
  if (text.trim() === '') return { value: null };
  if (kind === 'boolean') return { value: text === 'true' };
  if (kind !== 'number') return { value: text };
  const value = numberOf(text);
  return value === undefined ? { fault: 'number' } : { value };
}
