import { ExactNumber } from '../../json/exact-number.js';
import { isItems, isMembers, type Json } from '../../json/json.js';
import { writeJson } from '../../json/read-json.js';

/** What becomes of texts that a spreadsheet would run: an apostrophe is put in front, or they are kept as they are. */
export type CsvFormulas = 'escaped' | 'kept';

/** A spreadsheet takes a cell that starts like this for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * A value as a cell of CSV (RFC 4180): texts as they are, in quotes where they need them, numbers as they were written,
 * nothing for null, JSON for arrays and objects.
 */
export function csvCell(value: Json | undefined, formulas: CsvFormulas): string {
  if (value === null || value === undefined) return '';
  if (value instanceof ExactNumber) return value.text;
  if (isItems(value) || isMembers(value)) return quoted(writeJson(value));
  if (typeof value !== 'string') return String(value);
  return quoted(formulas === 'escaped' && FORMULA.test(value) ? `'${value}` : value);
}

const quoted = (text: string): string => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
