import type { ParsedUrlQuery } from 'node:querystring';
import type { Operation } from '@cairn/api-schema';
import { InvalidInput } from '@cairn/kernel';
import { faultAt } from '../messages/faults.js';

/** Stands for the parameters of all properties. */
const ANY_PROPERTY = 'p.name';

/** The names of the parameters of each operation; `any` where others may send more. */
const known = new WeakMap<Operation, readonly string[] | 'any'>();

/**
 * Below `/api`, unknown parameters are refused: if one that is meant to narrow a request were ignored, the request
 * would find too much. The spaces API decides for itself, because clients of XYZ Hub send parameters that Cairn does
 * not use.
 * @throws {InvalidInput} naming each parameter that the operation does not have.
 */
export function refuseUnknownParameters(operation: Operation, query: ParsedUrlQuery): void {
  const sent = Object.keys(query);
  if (sent.length === 0 || !operation.path.startsWith('/api/')) return;
  const names = namesOf(operation);
  if (names === 'any') return;
  const rule = `is not a parameter of this operation, which has ${names.map((name) => `\`${name}\``).join(', ') || 'none'}`;
  const isKnown = (name: string): boolean =>
    names.includes(name) || (names.includes(ANY_PROPERTY) && name.startsWith('p.'));
  const unknown = sent.filter((name) => !isKnown(name));
  InvalidInput.throwIfAny(unknown.map((name) => faultAt([name], 'unknown-parameter', rule)));
}

function namesOf(operation: Operation): readonly string[] | 'any' {
  const found = known.get(operation) ?? declared(operation);
  known.set(operation, found);
  return found;
}

function declared({ query }: Operation): readonly string[] | 'any' {
  if (query === undefined) return [];
  return query.def.catchall?._zod.def.type === 'unknown' ? 'any' : Object.keys(query.shape);
}
