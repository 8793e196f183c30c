import type { IncomingMessage } from 'node:http';
import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { HubErrorFilter } from '../spaces/hub-error-filter.js';
import { fallback } from '../http/routing/fallback.js';
import { isHub } from './send-http-error.js';
import { ProblemFilter } from './problem-filter.js';

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
