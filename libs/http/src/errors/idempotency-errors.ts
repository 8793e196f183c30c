import { InvalidInput } from '@cairn/kernel';
import { HttpError } from '../messages/http-error.js';

/** The request was already answered with the kept response of an earlier request. */
export class AlreadyAnswered extends Error {}

/** The idempotency key belongs to another request. */
export function keyReused(): HttpError {
  const detail = 'The idempotency key belongs to another request: use a new key for each request.';
  return new HttpError({ status: 422, code: 'idempotency-key-reused', detail });
}

const RETRY_AFTER_SECONDS = 2;

export function keyInUse(): HttpError {
  return new HttpError({
    status: 409,
    code: 'idempotency-key-in-use',
    detail: `The first request with this idempotency key is not answered yet; try again in ${RETRY_AFTER_SECONDS} s.`,
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}

/** The first attempt ended without a response, and this operation cannot find out what it did. */
export function outcomeUnknown(): HttpError {
  const detail =
    'An earlier request with this idempotency key was interrupted, and may have taken effect: look, then use a new key.';
  return new HttpError({ status: 409, code: 'idempotency-outcome-unknown', detail });
}

const HOUR_SECONDS = 60 * 60;

export function tooManyKeys(): HttpError {
  return new HttpError({
    status: 429,
    code: 'too-many-idempotency-keys',
    detail: 'Too many idempotency keys are remembered for you: each is for 24 hours. Nothing was done.',
    headers: { 'Retry-After': String(HOUR_SECONDS) },
  });
}

/** The request was carried out, but its response was not kept. */
export function answerNotKept(): HttpError {
  const detail =
    'The request was carried out. Its answer is too long to be kept, or was given to another session; look for what it did.';
  return new HttpError({ status: 409, code: 'idempotency-answer-not-kept', detail });
}

/** The key of a header, which may be a quoted string (RFC 9651). @throws {InvalidInput} */
export function parseIdempotencyKey(header: string): string {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const detail = '`Idempotency-Key` must have 1 to 255 visible ASCII characters, and no spaces.';
  throw new InvalidInput([{ pointer: '/Idempotency-Key', code: 'invalid-key', detail }]);
}
