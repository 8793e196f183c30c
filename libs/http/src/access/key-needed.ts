import { HttpError } from '../messages/http-error.js';

/** The error for a missing key. */
export function keyNeeded(): HttpError {
  return new HttpError({
    status: 401,
    code: 'unauthenticated',
    detail: 'An API key is needed: send `Authorization: Bearer <API_KEY>`.',
    headers: { 'WWW-Authenticate': 'Bearer realm="cairn"' },
  });
}

/** The error where the embedding application says who asks, and says nobody. */
export function hostPrincipalNeeded(): HttpError {
  return new HttpError({
    status: 401,
    code: 'unauthenticated',
    detail: 'Nobody is signed in: sign in to the application.',
  });
}

/** The error for an operation that only users who have signed in can call. */
export function sessionNeeded(): HttpError {
  return new HttpError({
    status: 401,
    code: 'signed-out',
    detail: 'Nobody is signed in: sign in with `POST /api/session`.',
    headers: { 'WWW-Authenticate': 'Session realm="cairn"' },
  });
}
