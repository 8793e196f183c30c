import type { IncomingMessage } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import { methodsAt } from '../http/operations/methods.js';
import { HubErrorFilter } from './hub-error-filter.js';
import { HttpError } from '../http/http-error.js';
import { ProblemFilter } from './problem-filter.js';
import { isHub } from './send-http-error.js';

/** Handles errors outside of controllers, such as unknown paths, in the error format of the API that the path belongs to. */
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(ProblemFilter) private readonly problems: ProblemFilter,
    @Inject(HubErrorFilter) private readonly hubErrors: HubErrorFilter,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const [path = ''] = (host.switchToHttp().getRequest<IncomingMessage>().url ?? '').split('?', 1);
    const unrouted = error instanceof HttpException && error.getStatus() === 404;
    const filter = isHub(path) ? this.hubErrors : this.problems;
    filter.catch(unrouted ? fallback(path) : error, host);
  }
}

/** The error for a request without an operation: 405 with `Allow` if the path has other methods, else 404. */
function fallback(path: string): HttpError {
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
