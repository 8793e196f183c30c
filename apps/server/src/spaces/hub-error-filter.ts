import type { IncomingMessage, ServerResponse } from 'node:http';
import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Logger } from 'pino';
import { exchangeOf } from '../http/exchange.js';
import { failureOf } from '../http/failure.js';
import { logFailure } from '../http/log-failure.js';
import { LOGGER } from '../http/log.js';
import { hubStatuses, sendHubError } from './hub-error.js';

/** Answers every error of the spaces API in the shape of XYZ Hub. */
@Catch()
export class HubErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<IncomingMessage>();
    const { id } = exchangeOf(request);
    const failure = failureOf(error, hubStatuses);
    if (failure.status >= 500) logFailure(this.log, id, error);
    sendHubError(host.switchToHttp().getResponse<ServerResponse>(), failure, id);
  }
}
