import * as accounts from '@cairn/access';
import * as images from '@cairn/images';
import * as kernel from '@cairn/kernel';
import { DomainError } from '@cairn/kernel';
import * as photoPlaces from '@cairn/photo-places';
import * as spaces from '@cairn/spaces';
import * as webhooks from '@cairn/webhooks';
import type { ErrorFacts } from './error-facts.js';

/** Restores an error. A domain error gets its own class. */
export function errorOf({ type, message, stack, fields, cause }: ErrorFacts): Error {
  const error = new Error(message, cause === undefined ? {} : { cause: errorOf(cause) });
  const prototype = prototypes.get(type);
  if (prototype !== undefined) Object.setPrototypeOf(error, prototype);
  Object.assign(error, fields);
  if (stack !== undefined) error.stack = stack;
  return error;
}

const prototypes = new Map<string, object>(
  [kernel, images, spaces, photoPlaces, accounts, webhooks]
    .flatMap((domain) => Object.entries(domain))
    .flatMap(domainError),
);

function domainError([name, exported]: [string, unknown]): [string, object][] {
  const prototype: unknown = typeof exported === 'function' ? exported.prototype : undefined;
  return prototype instanceof DomainError ? [[name, prototype]] : [];
}
