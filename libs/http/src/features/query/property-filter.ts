import type { Fault } from '@cairn/kernel';
import { normaliseTags, type FilterValue, type MemberPath, type PropertyFilter } from '@cairn/spaces';
import { splitElement, type Operator } from './filter-element.js';
import { decodeText } from './hub-parameters.js';

/** A number as in JSON, except that the zero before the point may be missing. `01730` and `+49` are texts. */
const NUMBER = /^-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;

type ContainedValue = FilterValue | JsonLiteral;
type JsonLiteral = { readonly [name: string]: JsonValue } | readonly JsonValue[];
type JsonValue = FilterValue | JsonLiteral;

/** `true`, `false`, a number, `.null` in any case, a quoted string, or any other text. */
function plainValue(text: string): FilterValue {
  if (text === 'true' || text === 'false') return text === 'true';
  if (NUMBER.test(text) && Number.isFinite(Number(text))) return Number(text);
  return textValue(text);
}

/** A text, quoted or not, or `.null`. */
function textValue(text: string): string | null {
  if (/^\.null$/i.test(text)) return null;
  return /^(['"]).*\1$/s.test(text) && text.length > 1 ? text.slice(1, -1) : text;
}

/** The values of a containment filter, where objects and arrays are JSON, and others are read by `read`. */
function containedValues(
  text: string,
  read: (text: string) => readonly FilterValue[],
): readonly ContainedValue[] {
  return splitOutside(text, LITERAL_COMMA).flatMap((value): readonly ContainedValue[] => {
    const written = value.replaceAll(LITERAL_COMMA, ',');
    const literal = jsonLiteral(written);
    return literal === undefined ? read(written) : [literal];
  });
}

/** A text normalized as tags are stored. */
const tagValues = (text: string): readonly FilterValue[] => normaliseTags([textValue(text) ?? text]);

function jsonLiteral(text: string): JsonLiteral | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as JsonLiteral;
  } catch {
    return undefined;
  }
}

/** Splits at commas outside the brackets and strings of a JSON literal. */
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

/** A placeholder: half a surrogate pair. No URL contains one, and nothing is decoded to one. */
const LITERAL_COMMA = '\ud800';

/** A filter, or the fault in its text. */
export type ParsedFilter =
  | { readonly filter: PropertyFilter; readonly fault?: undefined }
  | { readonly fault: Fault; readonly filter?: undefined };

/**
 * Reads one element of a query such as `p.size>=5`, `p.name=a,b`, `f.id='7'` or `p.tags@>{"a":1}`. It is split before
 * it is decoded: encoded dots and operators are part of a name if an unencoded operator follows. Values separated by
 * commas are alternatives; an encoded comma is part of a value.
 */
export function parsePropertyFilter(element: string): ParsedFilter {
  const split = splitElement(element);
  const sentName = split?.name ?? element;
  const name = decodeText(sentName);
  const path = pathOf(sentName);
  if (path === undefined) return fault(name, 'must name a member, such as `p.name` or `f.id`');
  if (split === undefined) return fault(name, 'needs an operator and a value, such as `p.size>=5`');
  const value = decodeText(split.value.replaceAll(',', LITERAL_COMMA));
  const filter = filterOf(path, split.operator, value);
  const { otherName } = split;
  const named = otherName === undefined ? undefined : namedFilter(otherName, value, filter);
  return { filter: named ?? filter };
}

/**
 * Compares features that have a member with this whole name by that member, and all others by the filter. Only for
 * texts: numbers have indexes, and other operators reach a member with such a name.
 */
function namedFilter(name: string, value: string, otherwise: PropertyFilter): PropertyFilter | undefined {
  const path = pathOf(name);
  if (path === undefined) return undefined;
  const values = value.split(LITERAL_COMMA).map(plainValue);
  if (values.every((one) => typeof one !== 'string')) return undefined;
  const equals = { kind: 'compare', path, operator: 'equals' } as const;
  const others: PropertyFilter = { kind: 'and', filters: [{ ...equals, values: [null] }, otherwise] };
  return { kind: 'or', filters: [{ ...equals, values }, others] };
}

function filterOf(path: MemberPath, operator: Operator, value: string): PropertyFilter {
  const [only] = path.length === 1 ? path : [];
  if (operator === 'contains') {
    const values = containedValues(value, only === 'tags' ? tagValues : (text) => [plainValue(text)]);
    return { kind: 'contain', path, values };
  }
  const isText = operator === 'startsWith' || operator === 'includes' || only === 'id';
  const read: (text: string) => FilterValue = isText ? textValue : plainValue;
  return { kind: 'compare', path, operator, values: value.split(LITERAL_COMMA).map(read) };
}

/**
 * `p.a.b` is a path below `properties`, `f.a.b` one below the feature. The name must not be decoded: `%2E` is part of a
 * step.
 */
export function pathOf(sent: string): MemberPath | undefined {
  const [, start = '', rest = ''] = /^([pf])(?:\.|%2e)(.+)$/is.exec(sent) ?? [];
  const steps = rest.split('.').map(decodeText);
  if (start === '' || steps.includes('')) return undefined;
  return start.toLowerCase() === 'p' ? ['properties', ...steps] : steps;
}

function fault(name: string, reason: string): ParsedFilter {
  return {
    fault: { pointer: `/${pointerStep(name)}`, code: 'invalid-filter', detail: `\`${name}\` ${reason}.` },
  };
}

const pointerStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
