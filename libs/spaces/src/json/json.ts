import { ExactNumber, isSameNumber } from './exact-number.js';

/** Any JSON value, with the numbers that a double loses kept as they were written. */
export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonMembers;

export interface JsonMembers {
  readonly [name: string]: Json;
}

export const isItems = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export function isMembers(value: Json | undefined): value is JsonMembers {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

const isNumber = (value: Json): value is ExactNumber | number =>
  typeof value === 'number' || value instanceof ExactNumber;

/** The object's own member, never one of the prototype's. */
export function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The object without some of its members. */
export function without(members: JsonMembers, ...names: readonly string[]): JsonMembers {
  const left = new Set(names);
  return Object.fromEntries(Object.entries(members).filter(([name]) => !left.has(name)));
}

/** Whether two values are the same. Neither the order of members matters, nor how a number is written. */
export function jsonEqual(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (one instanceof ExactNumber || other instanceof ExactNumber)
    return isNumber(one) && isNumber(other) && isSameNumber(one, other);
  if (isItems(one)) {
    return (
      isItems(other) &&
      one.length === other.length &&
      one.every((item, index) => jsonEqual(item, other[index] ?? null))
    );
  }
  if (!isMembers(one) || !isMembers(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && jsonEqual(one[name] ?? null, other[name] ?? null))
  );
}
