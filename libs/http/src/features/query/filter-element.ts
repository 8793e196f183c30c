import type { Comparison } from '@cairn/spaces';
import { decodeText } from './hub-parameters.js';

export type Operator = Comparison['operator'] | 'contains';

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

/** The leftmost operator wins. Of operators that start at the same place, the longest wins. */
const LITERAL = /=(?:gte|lte|gt|lt|cs|bw)=|[<>!^]=|@>|[<>=]/i;

/** The same operators, with characters that may be percent-encoded. */
const ENCODED =
  /(?:=|%3d)(?:gte|lte|gt|lt|cs|bw)(?:=|%3d)|(?:[<>!^]|%3c|%3e|%21|%5e)(?:=|%3d)|(?:@|%40)(?:>|%3e)|[<>=]|%3[cde]/i;

/** An operator that begins with an encoded character and ends with an unencoded `=`. */
const HALF_ENCODED = /(?:%3d(?:gte|lte|gt|lt|cs|bw)|%21|%5e|%3e|%3c)=$/i;

/** Gateways append `=` to an element that has none. */
const WITHOUT_EQUALS = ['>', '<', '@>'];

/** The parts of a query element that is a filter. */
export interface FilterElement {
  /** The name, not decoded. */
  readonly name: string;
  readonly operator: Operator;
  /** The value, not decoded. */
  readonly value: string;
  /**
   * Another reading of the name, for a member that is compared with `=`: most clients send `p.a<=5` as `p.a%3C=5`,
   * which is also the encoding of a member `a<` compared with 5.
   */
  readonly otherName?: string;
}

/**
 * Splits an element at its operator, before anything is decoded. An encoded operator is part of the name if an
 * unencoded one follows. `undefined` without an operator.
 */
export function splitElement(element: string): FilterElement | undefined {
  const encoded = ENCODED.exec(element);
  if (encoded === null) return undefined;
  const literal = LITERAL.exec(element);
  if (literal === null || literal.index === encoded.index) return splitAt(element, encoded);
  const end = literal.index + literal[0].length;
  const half = literal[0] === '=' ? HALF_ENCODED.exec(element.slice(0, end)) : null;
  if (half !== null) {
    const split = splitAt(element, half);
    return /^%3[ce]/i.test(half[0]) ? { ...split, otherName: element.slice(0, end - 1) } : split;
  }
  const isAppended = literal[0] === '=' && end === element.length;
  return splitAt(element, isAppended || decodeText(encoded[0]) === '@>' ? encoded : literal);
}

function splitAt(element: string, { 0: sent, index }: RegExpExecArray): FilterElement {
  const spelled = decodeText(sent).toLowerCase();
  const value = element.slice(index + sent.length);
  return {
    name: element.slice(0, index),
    operator: operators[spelled] ?? 'equals',
    value: WITHOUT_EQUALS.includes(spelled) ? value.replace(/(?:=|%3d)$/i, '') : value,
  };
}
