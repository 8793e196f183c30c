import { FILTER_OPERATORS, FILTER_WORDS } from '@cairn/api-schema';
import { decodeText } from './hub-parameters.js';

export type Operator = (typeof FILTER_OPERATORS)[number]['operator'];

const operators = new Map<string, Operator>(
  FILTER_OPERATORS.flatMap(({ operator, symbol, ...rest }) =>
    [symbol, ...('word' in rest ? [`=${rest.word}=`] : [])].map((spelled) => [spelled, operator] as const),
  ),
);

/** The longest first. */
const symbols = FILTER_OPERATORS.map(({ symbol }) => symbol).toSorted(
  (one, other) => other.length - one.length,
);
const words = `(?:${FILTER_WORDS.join('|')})`;

const escaped = (character: string): string => character.replace(/[*^]/, String.raw`\$&`);
const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16)}`;
const either = (character: string): string => `(?:${escaped(character)}|${percentEncoded(character)})`;
const each = (symbol: string, write: (character: string) => string): string =>
  [...symbol].map(write).join('');

/** The leftmost operator wins. Of operators that start at the same place, the longest wins. */
const LITERAL = new RegExp([`=${words}=`, ...symbols.map((symbol) => each(symbol, escaped))].join('|'), 'i');

/** The same operators, with characters that may be percent-encoded. */
const ENCODED = new RegExp(
  [`${either('=')}${words}${either('=')}`, ...symbols.map((symbol) => each(symbol, either))].join('|'),
  'i',
);

/** An operator that begins with an encoded character and ends with an unencoded `=`. */
const HALF_ENCODED = new RegExp(`(?:%3d${words}|${[...'!^*><'].map(percentEncoded).join('|')})=$`, 'i');

/** Gateways append `=` to an element that has none. */
const WITHOUT_EQUALS: readonly string[] = symbols.filter((symbol) => !symbol.includes('='));

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
    operator: operators.get(spelled) ?? 'equals',
    value: WITHOUT_EQUALS.includes(spelled) ? value.replace(/(?:=|%3d)$/i, '') : value,
  };
}
