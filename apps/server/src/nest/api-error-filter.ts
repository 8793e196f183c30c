import type { IncomingMessage, ServerResponse } from 'node:http';
import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { ApiHandler, unrouted } from '@cairn/http';

/** Sends all errors in the format of the API that the path belongs to, also for unknown paths. */
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  constructor(@Inject(ApiHandler) private readonly api: ApiHandler) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>()];
    const isUnknown = error instanceof HttpException && error.getStatus() === 404;
    this.api.fail(isUnknown ? unrouted(request) : error, request, response);
  }
}
