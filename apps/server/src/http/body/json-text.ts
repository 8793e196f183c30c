import { printParseErrorCode, visit, type JSONVisitor } from 'jsonc-parser';
import { HttpError } from '../../errors/http-error.js';

const MAX_DEPTH = 32;
/** To check a value against a schema takes microseconds, and nothing else runs meanwhile. */
const MAX_VALUES = 10_000;

/** In how much of a text a mistake is looked for: the search is slower than `JSON.parse`. */
const SEARCHED_CHARACTERS = 64 * 1024;
const SHOWN_CHARACTERS = 20;

/** The value of a JSON text. @throws {HttpError} 400 that says where the text is not JSON. */
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
    throw malformed(text.trim() === '' ? 'The body is empty; send JSON.' : mistakeIn(text), error);
  }
}

function malformed(detail: string, cause?: unknown): HttpError {
  return new HttpError({ status: 400, code: 'malformed-json', detail }, { cause });
}

/**
 * How deep brackets nest, as whoever walks the value later recurses that far, and how many values are set off by commas;
 * both outside strings.
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

/** Node's own message has the place in some versions and for some mistakes only. */
function mistakeIn(text: string): string {
  const searched = text.slice(0, SEARCHED_CHARACTERS);
  const onError: JSONVisitor['onError'] = (code, ...[offset, length, line, column]) => {
    const token = searched.slice(offset, offset + Math.min(length, SHOWN_CHARACTERS));
    const isCut = searched.length < text.length && offset + length >= searched.length;
    const reason =
      reasons[printParseErrorCode(code)] ?? (token === '' ? 'unexpected end' : `unexpected \`${token}\``);
    throw new Mistake(isCut ? '' : `: ${reason} at line ${line + 1}, column ${column + 1}`);
  };
  try {
    visit(searched, { onError }, { disallowComments: true });
  } catch (mistake) {
    if (mistake instanceof Mistake) return `The body is not JSON${mistake.message}.`;
    throw mistake;
  }
  return 'The body is not JSON.';
}

/** Thrown at the first one, for a visit cannot be ended otherwise and would go on as deep as the brackets nest. */
class Mistake extends Error {}

/** By the parser's name for it; where there is none, the token itself is what is wrong. */
const reasons: Readonly<Record<string, string>> = {
  InvalidCommentToken: 'unexpected comment',
  UnexpectedEndOfComment: 'unexpected comment',
  UnexpectedEndOfString: 'a string without its closing quote',
  UnexpectedEndOfNumber: 'an unfinished number',
  InvalidUnicode: 'a string with a broken `\\u` escape',
  InvalidEscapeCharacter: 'a string with an unknown escape',
  InvalidCharacter: 'a string with an unescaped control character',
};
