import * as accounts from '@cairn/access';
import * as images from '@cairn/images';
import * as kernel from '@cairn/kernel';
import { DomainError } from '@cairn/kernel';
import * as photoPlaces from '@cairn/photo-places';
import * as spaces from '@cairn/spaces';

/** An error as plain data, to send it between threads. */
export interface ErrorFacts {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
  /** Other fields, such as `code`. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly cause: ErrorFacts | undefined;
}

/** Serializes an error. Fields that are not plain data are left out. */
export function factsOf(error: unknown): ErrorFacts {
  if (!(error instanceof Error))
    return { type: 'Error', message: String(error), stack: undefined, fields: {}, cause: undefined };
  const { message, stack, cause } = error;
  const fields = Object.entries(error).filter(([name, value]) => name !== 'cause' && isPlain(value));
  return {
    type: error.constructor.name,
    message,
    stack,
    fields: Object.fromEntries(fields),
    cause: cause === undefined ? undefined : factsOf(cause),
  };
}

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
  [kernel, images, spaces, photoPlaces, accounts]
    .flatMap((domain) => Object.entries(domain))
    .flatMap(domainError),
);

function domainError([name, exported]: [string, unknown]): [string, object][] {
  const prototype: unknown = typeof exported === 'function' ? exported.prototype : undefined;
  return prototype instanceof DomainError ? [[name, prototype]] : [];
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object' || value === null)
    return !['function', 'symbol', 'bigint'].includes(typeof value);
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}
