import type { Fault } from '@cairn/kernel';
import type { Comparison, FilterValue, MemberPath, PropertyFilter } from '@cairn/spaces';
import { decodeText } from './hub-parameters.js';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

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

/** The values of a containment filter, where objects and arrays are JSON. `comma` separates values. */
function containedValues(text: string, comma: string): readonly ContainedValue[] {
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

type Operator = Comparison['operator'] | 'contains';

/** A placeholder. Half a surrogate pair is in no URL, and nothing is decoded to one. */
const LITERAL_COMMA = '\ud800';

const operators: Readonly<Record<string, Operator>> = {
  '=': 'equals',
  '!=': 'notEquals',
  '>': 'greater',
  '=gt=': 'greater',
  '>=': 'atLeast',
  '=gte=': 'atLeast',
  '<': 'less',
  '=lt=': 'less',
  '<=': 'atMost',
  '=lte=': 'atMost',
  '@>': 'contains',
  '=cs=': 'contains',
  '^=': 'startsWith',
  '=bw=': 'startsWith',
};

/** The leftmost operator wins; of those that start there, the longest. */
const OPERATOR = /=(?:gte|lte|gt|lt|cs|bw)=|>=|<=|!=|@>|\^=|[=><]/i;

/** Gateways append `=` to an element that has none. */
const WITHOUT_EQUALS = ['>', '<', '@>'];

/** A filter, or the fault in its text. */
export type ParsedFilter =
  | { readonly filter: PropertyFilter; readonly fault?: undefined }
  | { readonly fault: Fault; readonly filter?: undefined };

/**
 * Reads one element of a query such as `p.size>=5`, `p.name=a,b`, `f.id='7'` or `p.tags@>{"a":1}`. Values separated by
 * commas are alternatives; an encoded comma is part of a value.
 */
export function parsePropertyFilter(element: string): ParsedFilter {
  const text = decodeText(element.replaceAll(',', LITERAL_COMMA));
  const found = OPERATOR.exec(text);
  const name = text.slice(0, found?.index).replaceAll(LITERAL_COMMA, ',');
  const path = pathOf(name);
  if (path === undefined) return fault(name, 'must name a member, such as `p.name` or `f.id`');
  const [spelled = ''] = found ?? [];
  const operator = operators[spelled.toLowerCase()];
  if (found === null || operator === undefined)
    return fault(name, 'needs an operator and a value, such as `p.size>=5`');
  const given = text.slice(found.index + spelled.length);
  const value = WITHOUT_EQUALS.includes(spelled) ? given.replace(/=$/, '') : given;
  return { filter: filterOf(path, operator, value) };
}

function filterOf(path: MemberPath, operator: Operator, value: string): PropertyFilter {
  if (operator === 'contains') {
    const values = containedValues(value, LITERAL_COMMA);
    return { kind: 'contain', path, values };
  }
  const isText = operator === 'startsWith' || (path.length === 1 && path[0] === 'id');
  const read: (text: string) => FilterValue = isText ? textValue : plainValue;
  return { kind: 'compare', path, operator, values: value.split(LITERAL_COMMA).map(read) };
}

/** `p.a.b` is a path below `properties`, `f.a.b` one below the feature. */
export function pathOf(name: string): MemberPath | undefined {
  const [, start = '', rest = ''] = /^([pf])\.(.+)$/is.exec(name) ?? [];
  const steps = rest.split('.');
  if (start === '' || steps.includes('')) return undefined;
  return start.toLowerCase() === 'p' ? ['properties', ...steps] : steps;
}

function fault(name: string, reason: string): ParsedFilter {
  return {
    fault: { pointer: `/${pointerStep(name)}`, code: 'invalid-filter', detail: `\`${name}\` ${reason}.` },
  };
}

const pointerStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
