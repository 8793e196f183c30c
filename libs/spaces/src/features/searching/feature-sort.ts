import { isItems, type Json } from '../../json/json.js';
import { compareTexts } from '@cairn/kernel';
import type { MemberPath } from './property-filter.js';

/** The most members that features are sorted by. */
export const MAX_SORT_KEYS = 8;

/** A member to sort features by. */
export interface SortKey {
  readonly path: MemberPath;
  readonly direction: 'ascending' | 'descending';
}

/** A feature in the order of a sort. Plain data. */
export interface SortedPlace {
  readonly id: string;
  /** What the feature has there, one for each key. Arrays and objects may be empty: only their type counts. */
  readonly members: readonly Json[];
}

const NULL_RANK = 5;

/**
 * Orders members of any type, below 0 where `one` comes first. Ascending: false, true, numbers by value, texts by code
 * points, arrays, objects; descending the other way round. Those that are null come last in both directions. Arrays are
 * not told apart, nor are objects.
 */
export function compareMembers(one: Json, other: Json, direction: SortKey['direction']): number {
  const [a, b] = [rankOf(one), rankOf(other)];
  if (a === NULL_RANK || b === NULL_RANK) return a - b;
  const order = a === b ? compareAlike(one, other) : a - b;
  return direction === 'ascending' ? order : -order;
}

function compareAlike(one: Json, other: Json): number {
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  return (typeof one === 'number' || typeof one === 'boolean') && typeof one === typeof other
    ? Number(one) - Number(other)
    : 0;
}

function rankOf(value: Json): number {
  if (value === null) return NULL_RANK;
  switch (typeof value) {
    case 'boolean':
      return 0;
    case 'number':
      return 1;
    case 'string':
      return 2;
    default:
      return isItems(value) ? 3 : 4;
  }
}
