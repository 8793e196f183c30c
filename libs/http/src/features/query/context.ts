import { InvalidInput } from '@cairn/kernel';
import { HttpError } from '../../messages/http-error.js';
import type { HubParameters } from './hub-parameters.js';

// No space extends another one, so `default` and `extension` mean the same.
const OWN_FEATURES = /^(?:default|extension)?$/i;

/** For reads. @throws {InvalidInput} */
export function assertContext(parameters: HubParameters): void {
  if (OWN_FEATURES.test(contextIn(parameters))) return;
  throw InvalidInput.of(
    'invalid-context',
    '`context` must be default or extension: spaces do not extend each other.',
  );
}

/** For writes. @throws {HttpError} 403 for a write to an extended space. {InvalidInput} */
export function assertWritableContext(parameters: HubParameters): void {
  if (/^super$/i.test(contextIn(parameters)))
    throw new HttpError({
      status: 403,
      code: 'context-not-writable',
      detail: 'Nothing can be written with `context=super`.',
    });
  assertContext(parameters);
}

const contextIn = (parameters: HubParameters): string => parameters.text('context') ?? '';
