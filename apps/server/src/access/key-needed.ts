import { HttpError } from '../errors/http-error.js';

/** The error for a missing key. */
export function keyNeeded(): HttpError {
  return new HttpError({
    status: 401,
    code: 'unauthenticated',
    detail: 'An API key is needed: send `Authorization: Bearer <API_KEY>`.',
    headers: { 'WWW-Authenticate': 'Bearer realm="cairn"' },
  });
}
