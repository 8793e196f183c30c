import { ExactNumber } from './exact-number.js';
import { isItems, isMembers, type Json } from './json.js';
import { readExactly } from './read-exactly.js';

/**
 * Every number that a double may lose, or its beginning, and some parts of strings. What may be repeated is bounded: the
 * engine notes each repetition, and has no room for millions.
 */
const SUSPECTS = /-?\d[\d.]{15,999}(?:[eE][+-]?\d{1,99})?|-?\d[\d.]{0,14}[eE][+-]?\d{0,99}/g;

/** Parses JSON. @throws {SyntaxError} */
export const readPlain: (text: string) => Json = JSON.parse;

/**
 * The value of a text that is not deeply nested, with exact numbers. `plain` is the result of `readPlain` for it, and
 * is returned if a double loses none of its numbers.
 */
export function exactly(text: string, plain: Json): Json {
  return mayLose(text) ? readExactly(text) : plain;
}

const mayLose = (text: string): boolean =>
  text.match(SUSPECTS)?.some((written) => String(Number(written)) !== written) ?? false;

/** Reads JSON that is not nested deeply, with exact numbers. @throws {SyntaxError} */
export function readJson(text: string): Json {
  return exactly(text, readPlain(text));
}

/** The shortest text of a value, on one line. */
export function writeJson(value: Json): string {
  if (value instanceof ExactNumber) return value.text;
  if (isItems(value)) return `[${value.map(writeJson).join(',')}]`;
  if (!isMembers(value)) return JSON.stringify(value);
  const members = Object.entries(value);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(',')}}`;
}
