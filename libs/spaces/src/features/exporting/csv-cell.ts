import { ExactNumber } from '../../json/exact-number.js';
import { isItems, isMembers, type Json } from '../../json/json.js';
import { readJson, writeJson } from '../../json/read-json.js';

/** What to do with texts that a spreadsheet would run: put an apostrophe in front, or keep them as they are. */
export type CsvFormulas = 'escaped' | 'kept';

/** A spreadsheet runs a cell that starts like this. */
const FORMULA = /^[=@\t\r+-]/;
/** But not a number or what people write as one, such as `+41 44 123 45 67` or `-1.5`. */
const NUMBERS_ALONE = /^[+-][\d \u00a0\u202f()./-]*$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** Also texts that mean something else without quotes, and some more. */
const NEEDS_QUOTES_AS_VALUE = /[",\r\n]|^\s|\s$|^$|^[\d+.-]|^(?:true|false)$/i;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

const runs = (text: string): boolean => FORMULA.test(text) && !NUMBERS_ALONE.test(text);

/** Whether a text needs an apostrophe in front: a spreadsheet would run it, or it would be read as JSON or as guarded. */
function needsGuard(text: string, formulas: CsvFormulas): boolean {
  if (text.startsWith("'")) return needsGuard(text.slice(1), 'escaped');
  return (formulas === 'escaped' && runs(text)) || valueIn(text) !== undefined;
}

/**
 * A value as a cell of CSV (RFC 4180): texts as they are, numbers as they were written, nothing for null, JSON for
 * arrays and objects. Quotes are around texts that have some of its signs, and around those that would be read as
 * something else: the text `1`, and the empty one.
 */
export function csvCell(value: Json | undefined, formulas: CsvFormulas): string {
  if (value === null || value === undefined) return '';
  if (value instanceof ExactNumber) return value.text;
  if (isItems(value) || isMembers(value)) return quoted(writeJson(value), NEEDS_QUOTES);
  if (typeof value !== 'string') return String(value);
  return quoted(guarded(value, formulas), NEEDS_QUOTES_AS_VALUE);
}

/** A cell of a column that has nothing but texts. */
export const csvTextCell = (text: string, formulas: CsvFormulas): string =>
  quoted(guarded(text, formulas), NEEDS_QUOTES);

const guarded = (text: string, formulas: CsvFormulas): string =>
  needsGuard(text, formulas) ? `'${text}` : text;

const quoted = (text: string, where: RegExp): string =>
  where.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A cell as a file has it. */
export interface ReadCsvCell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** The value that `csvCell` has written; nothing for an empty cell without quotes. */
export function csvValue({ text, isQuoted }: ReadCsvCell): Json | undefined {
  if (!isQuoted) {
    if (text === '') return undefined;
    if (NUMBER.test(text)) return readJson(text);
    if (/^true$/i.test(text)) return true;
    if (/^false$/i.test(text)) return false;
  }
  return valueIn(text) ?? csvText(text);
}

/** A text without the apostrophe that `csvCell` has put in front. */
export const csvText = (text: string): string =>
  text.startsWith("'") && needsGuard(text.slice(1), 'escaped') ? text.slice(1) : text;

/** The array or object that a text is. */
function valueIn(text: string): Json | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}
