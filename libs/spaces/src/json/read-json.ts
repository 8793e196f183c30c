import { ExactNumber } from './exact-number.js';
import { isItems, isMembers, type Json } from './json.js';
import { readExactly } from './read-exactly.js';

/** Found in every text with a number that a double may lose, and in few others. */
const SUSPECT = /[\d.]{16}|\d[eE]/;

/** Reads JSON as JavaScript has it. @throws {SyntaxError} */
export const readPlain: (text: string) => Json = JSON.parse;

/** The value of the text, which is not nested deeply, with exact numbers; `plain` is what `readPlain` made of it. */
export function exactly(text: string, plain: Json): Json {
  return SUSPECT.test(text) ? readExactly(text) : plain;
}

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
