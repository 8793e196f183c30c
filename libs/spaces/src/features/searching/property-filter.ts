import type { JsonValue } from '@cairn/geometry';
import { NAMESPACE } from '../content/stored-feature.js';

/** Names of members, from the feature on: `['properties', 'size', 'height']`. They lead through objects, not arrays. */
export type MemberPath = readonly string[];

/** `null` stands for a member that is missing or null. */
export type FilterValue = string | number | boolean | null;

export const OPERATORS = [
  'equals',
  'notEquals',
  'greater',
  'atLeast',
  'less',
  'atMost',
  'startsWith',
  'includes',
] as const;

/**
 * Compares a member with values; it holds where one of them fits, `notEquals` where none is equal. Only values of one
 * type are compared: numbers as doubles, texts by code points. A member that is missing or null equals `null` and
 * nothing else, and no other comparison holds for it.
 */
export interface Comparison {
  readonly kind: 'compare';
  readonly path: MemberPath;
  /** `greater`, `atLeast`, `less`, `atMost` are for numbers and texts, `startsWith` and `includes`, which ignores case, for texts. */
  readonly operator: (typeof OPERATORS)[number];
  readonly values: readonly FilterValue[];
}

/**
 * Holds if the member contains one of the values. As with `@>` of PostgreSQL's jsonb, a scalar contains itself, an
 * array its elements, an object its members. In addition, an array contains what one of its elements contains.
 */
export interface Containment {
  readonly kind: 'contain';
  readonly path: MemberPath;
  readonly values: readonly JsonValue[];
}

/** Which features are wanted. `and` of nothing holds for all, `or` of nothing for none, `not` where its filter does not hold. */
export type PropertyFilter =
  | Comparison
  | Containment
  | { readonly kind: 'and' | 'or'; readonly filters: readonly PropertyFilter[] }
  | { readonly kind: 'not'; readonly filter: PropertyFilter };

/** A member that is stored beside the text of a feature, or is compared in a way of its own. */
export type SpecialMember = 'id' | 'createdAt' | 'updatedAt' | 'version' | 'tags' | 'geometryType';

const rootMembers = new Map<string, SpecialMember>([
  ['id', 'id'],
  ['createdAt', 'createdAt'],
  ['updatedAt', 'updatedAt'],
  ['version', 'version'],
  ['tags', 'tags'],
]);

/**
 * The special member that a path leads to: of the feature itself, or of its namespace. `id` is compared as a text, the
 * type of a geometry in lower case.
 */
export function specialMemberOf(path: MemberPath): SpecialMember | undefined {
  const [first = '', second = '', third = '', ...rest] = path;
  if (path.length === 1) return rootMembers.get(first);
  if (path.length === 2 && first === 'geometry' && second === 'type') return 'geometryType';
  const isKnown = first === 'properties' && second === NAMESPACE && rest.length === 0 && third !== 'id';
  return isKnown ? rootMembers.get(third) : undefined;
}
