import { printParseErrorCode, visit, type JSONVisitor } from 'jsonc-parser';
import { HttpError } from '../messages/http-error.js';

const MAX_DEPTH = 32;
/** Limits how long validation against a schema blocks the event loop: it takes microseconds per value. */
const MAX_VALUES = 10_000;

/** Errors are located only in this prefix of the text, because that is slower than `JSON.parse`. */
const SEARCHED_CHARACTERS = 64 * 1024;
const SHOWN_CHARACTERS = 20;

/** Parses JSON. @throws {HttpError} 400 with the position of the error. */
export function parseJson(text: string): unknown {
  const { depth, values } = extentOf(text);
  if (depth > MAX_DEPTH) throw malformed(`The JSON is nested more than ${MAX_DEPTH} levels deep.`);
  const value = valueOf(text);
  if (values > MAX_VALUES) throw malformed(`The JSON has more than ${MAX_VALUES} values.`);
  return value;
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(text.trim() === '' ? 'The body is empty; send JSON.' : describeError(text), error);
  }
}

function malformed(detail: string, cause?: unknown): HttpError {
  return new HttpError({ status: 400, code: 'malformed-json', detail }, { cause });
}

/**
 * The nesting depth of brackets and the number of values (commas plus one), both outside strings. The depth bounds the
 * recursion of code that walks the value.
 */
function extentOf(json: string): { readonly depth: number; readonly values: number } {
  let open = 0;
  let depth = 0;
  let values = 1;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (character === '"') inString = !inString;
    else if (inString) index += character === '\\' ? 1 : 0;
    else if (character === '[' || character === '{') depth = Math.max(depth, (open += 1));
    else if (character === ']' || character === '}') open -= 1;
    else if (character === ',') values += 1;
  }
  return { depth, values };
}

/** Locates the error. Messages of `JSON.parse` contain the position only in some Node versions and for some errors. */
function describeError(text: string): string {
  const searched = text.slice(0, SEARCHED_CHARACTERS);
  const onError: JSONVisitor['onError'] = (code, offset, length, ...start) => {
    const [line, column] = start;
    const token = searched.slice(offset, offset + Math.min(length, SHOWN_CHARACTERS));
    const isCut = searched.length < text.length && offset + length >= searched.length;
    const reason =
      reasons[printParseErrorCode(code)] ?? (token === '' ? 'unexpected end' : `unexpected \`${token}\``);
    throw new JsonSyntaxError(isCut ? '' : `: ${reason} at line ${line + 1}, column ${column + 1}`);
  };
  try {
    visit(searched, { onError }, { disallowComments: true });
  } catch (error) {
    if (error instanceof JsonSyntaxError) return `The body is not JSON${error.message}.`;
    throw error;
  }
  return 'The body is not JSON.';
}

/** Thrown at the first error: `visit` cannot be stopped otherwise and would recurse into all brackets. */
class JsonSyntaxError extends Error {}

/** Messages for the parser's error codes. For other codes, the message names the unexpected token. */
const reasons: Readonly<Record<string, string>> = {
  InvalidCommentToken: 'unexpected comment',
  UnexpectedEndOfComment: 'unexpected comment',
  UnexpectedEndOfString: 'a string without its closing quote',
  UnexpectedEndOfNumber: 'an unfinished number',
  InvalidUnicode: 'a string with a broken `\\u` escape',
  InvalidEscapeCharacter: 'a string with an unknown escape',
  InvalidCharacter: 'a string with an unescaped control character',
};
