import { strict } from 'node:assert';

/**
 * The assertions of Node, with one difference: arrays, bytes, maps, sets and plain objects are equal by what they hold. Jest
 * runs tests in a realm of its own, in which a list that Node has made, such as that of a folder, has another prototype
 * than one that a test writes down.
 */
export const assert: Pick<
  typeof strict,
  | 'doesNotThrow'
  | 'deepEqual'
  | 'equal'
  | 'fail'
  | 'match'
  | 'notDeepEqual'
  | 'notEqual'
  | 'ok'
  | 'rejects'
  | 'throws'
> = {
  ...strict,
  deepEqual: (actual: unknown, expected: unknown, message?: string | Error) =>
    strict.deepEqual(ofThisRealm(actual), ofThisRealm(expected), message),
  notDeepEqual: (actual: unknown, expected: unknown, message?: string | Error) =>
    strict.notDeepEqual(ofThisRealm(actual), ofThisRealm(expected), message),
};

/** A copy whose parts have the prototypes of this realm. An object of a class stays as it is. */
function ofThisRealm(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Array.from(value, ofThisRealm);
  const kind = Object.prototype.toString.call(value);
  if (kind === '[object Uint8Array]') return Uint8Array.from(value as Uint8Array);
  if (kind === '[object Map]')
    return new Map(
      Array.from(value as Map<unknown, unknown>, ([key, held]) => [ofThisRealm(key), ofThisRealm(held)]),
    );
  if (kind === '[object Set]') return new Set(Array.from(value as Set<unknown>, ofThisRealm));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, ofThisRealm(held)]));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
