import { HttpError } from '../../errors/http-error.js';
import { methodsAt } from './methods.js';

/** The error for a request without an operation: 405 with `Allow` if the path has other methods, else 404. */
export function fallback(path: string): HttpError {
  const allowed = methodsAt(path);
  return allowed.length === 0
    ? new HttpError({ status: 404, code: 'not-found', detail: 'There is nothing at this address.' })
    : new HttpError({
        status: 405,
        code: 'method-not-allowed',
        detail: `This address accepts ${allowed.join(', ')} only.`,
        headers: { Allow: allowed.join(', ') },
      });
}
