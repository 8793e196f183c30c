import type { IncomingMessage, ServerResponse } from 'node:http';
import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Logger } from 'pino';
import { exchangeOf } from './exchange.js';
import { failureOf } from './failure.js';
import { logFailure } from './log-failure.js';
import { LOGGER } from './log.js';
import { problemStatuses, sendProblem } from './problem.js';

/** Answers every error of the image, key and account API with a problem document. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<IncomingMessage>();
    const { id } = exchangeOf(request);
    const failure = failureOf(error, problemStatuses);
    if (failure.status >= 500) logFailure(this.log, id, error);
    sendProblem(host.switchToHttp().getResponse<ServerResponse>(), failure, id);
  }
}
