import type { Fault } from '@cairn/kernel';
import type { Comparison, FilterValue, MemberPath, PropertyFilter } from '@cairn/spaces';
import { decodeText } from './hub-parameters.js';
import { containedValues, plainValue, textValue } from './filter-values.js';

type Operator = Comparison['operator'] | 'contains';

/** No request has a NUL in its address. */
const LITERAL_COMMA = '\0';

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

/** The leftmost operator counts, and of those that start there the longest. */
const OPERATOR = /=(?:gte|lte|gt|lt|cs|bw)=|>=|<=|!=|@>|\^=|[=><]/i;

/** Gateways put `=` behind an element that has none. */
const WITHOUT_EQUALS = ['>', '<', '@>'];

/** A filter, or what is wrong with its text. */
export type ParsedFilter =
  | { readonly filter: PropertyFilter; readonly fault?: undefined }
  | { readonly fault: Fault; readonly filter?: undefined };

/**
 * Reads one element of a query such as `p.size>=5`, `p.name=a,b`, `f.id='7'` or `p.tags@>{"a":1}`. Values with a comma
 * between them are alternatives; an encoded comma is a part of a value.
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
