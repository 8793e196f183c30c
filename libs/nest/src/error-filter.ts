import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '@cairn/http';
import { DomainError } from '@cairn/kernel';
import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { Mounted } from './mounted.js';

const sent = ({ handler }: Mounted, error: unknown, host: ArgumentsHost): void => {
  const http = host.switchToHttp();
  handler.fail(error, http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>());
};

/** Sends Cairn's own errors in Cairn's formats. Those of guards and interceptors are for other filters. */
@Catch(DomainError, HttpError)
export class CairnErrorFilter implements ExceptionFilter {
  constructor(@Inject(Mounted) private readonly mounted: Mounted) {}

  catch(error: DomainError | HttpError, host: ArgumentsHost): void {
    sent(this.mounted, error, host);
  }
}

/** Sends all errors in the format of the API that the path belongs to, also for unknown paths. */
@Catch()
export class EveryErrorFilter implements ExceptionFilter {
  constructor(@Inject(Mounted) private readonly mounted: Mounted) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const isUnknown = error instanceof HttpException && error.getStatus() === 404;
    const request = host.switchToHttp().getRequest<IncomingMessage>();
    sent(this.mounted, isUnknown ? this.mounted.handler.unrouted(request) : error, host);
  }
}
