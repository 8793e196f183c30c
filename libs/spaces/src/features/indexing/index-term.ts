import { ExactNumber } from '../../json/exact-number.js';
import { type Json, memberOf } from '../../json/json.js';
import { featureOf } from '../content/feature-body.js';
import type { MemberPath } from '../searching/property-filter.js';

/**
 * The value of a member in an index, as a text. The order of terms by code points is the order of the values. The first
 * letter is the type: `b` boolean, `n` number, `s` text, `o` array or object. Arrays and objects are not compared.
 */
export type IndexTerm = string;

/** How many code points of a text are in its term. */
export const MAX_TERM_LENGTH = 64;

/** `undefined` for what no index contains: a member that is missing or null. */
export function termOf(member: Json | undefined): IndexTerm | undefined {
  if (member === undefined || member === null) return undefined;
  if (typeof member === 'boolean') return member ? 'b1' : 'b0';
  if (typeof member === 'string') return `s${firstCharacters(member)}`;
  if (typeof member === 'number') return numberTerm(member);
  return member instanceof ExactNumber ? numberTerm(Number(member.text)) : 'o';
}

/** The terms of a feature that is stored with this body, by the places of the paths. */
export function termsOf(body: string, paths: readonly MemberPath[]): readonly (IndexTerm | undefined)[] {
  const feature = featureOf(body);
  return paths.map((path) => termOf(path.reduce<Json | undefined>(memberOf, feature)));
}

/** The term of a number, or with `step` 1 the next one. */
export function numberTerm(number: number, step: 0 | 1 = 0): IndexTerm {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, number + 0); // -0 becomes 0
  const bits = bytes.getBigUint64(0);
  // In IEEE 754, the bits of positive numbers have the order of the numbers, those of negative ones the reverse order.
  const ordered = bits >> 63n === 0n ? bits | (1n << 63n) : ~bits & ((1n << 64n) - 1n);
  return `n${(ordered + BigInt(step)).toString(16).padStart(16, '0')}`;
}

/** The part of a text that is in its term. */
export function firstCharacters(text: string): string {
  if (text.length <= MAX_TERM_LENGTH) return text;
  let end = 0;
  for (let count = 0; count < MAX_TERM_LENGTH && end < text.length; count += 1)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return text.slice(0, end);
}
