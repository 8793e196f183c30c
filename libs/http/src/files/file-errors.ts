import { HttpError } from '../messages/http-error.js';

export function preconditionFailed(): HttpError {
  return new HttpError({
    status: 412,
    code: 'precondition-failed',
    detail: 'The file is not the one that `If-Match` or `If-Unmodified-Since` asks for.',
  });
}

export function transformNeeded(): HttpError {
  return new HttpError({
    status: 400,
    code: 'invalid-input',
    detail: 'The query has no parameter that makes an image, such as `w`.',
  });
}

export function methodNotAllowed(): HttpError {
  return new HttpError({
    status: 405,
    code: 'method-not-allowed',
    detail: 'Files can only be read: use GET or HEAD.',
    headers: { Allow: 'GET, HEAD, OPTIONS' },
  });
}
