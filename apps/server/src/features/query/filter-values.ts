import type { FilterValue } from '@cairn/spaces';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

type ContainedValue = FilterValue | JsonLiteral;
type JsonLiteral = { readonly [name: string]: JsonValue } | readonly JsonValue[];
type JsonValue = FilterValue | JsonLiteral;

/** `true`, `false`, a number, `.null` in any case, a text in quotes, or any other text. */
export function plainValue(text: string): FilterValue {
  if (text === 'true' || text === 'false') return text === 'true';
  if (NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text);
  return textValue(text);
}

/** A text, in quotes or not, or `.null`. */
export function textValue(text: string): string | null {
  if (/^\.null$/i.test(text)) return null;
  return /^(['"]).*\1$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text;
}

/** The values of a containment, where objects and arrays are written as JSON; `comma` is between values. */
export function containedValues(text: string, comma: string): readonly ContainedValue[] {
  return splitOutside(text, comma).map(
    (value) => jsonLiteral(value.replaceAll(comma, ',')) ?? plainValue(value),
  );
}

function jsonLiteral(text: string): JsonLiteral | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonLiteral;
  } catch {
    return undefined;
  }
}

/** Splits at commas that are not inside of the brackets or texts of a JSON literal. */
function splitOutside(text: string, comma: string): readonly string[] {
  const values: string[] = [];
  let [start, depth, inText] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === comma && depth === 0) {
      values.push(text.slice(start, at));
      [start, inText] = [at + 1, false];
    } else if (inText) {
      if (character === '\\') at += 1;
      else if (character === '"') inText = false;
    } else if (depth > 0 && character === '"') inText = true;
    else if ((depth > 0 || at === start) && '[{'.includes(character)) depth += 1;
    else if (depth > 0 && ']}'.includes(character)) depth -= 1;
  }
  return [...values, text.slice(start)];
}
