import type { IncomingMessage, ServerResponse } from 'node:http';
import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { ErrorResponder } from './error-responder.js';

/** Sends all errors of the spaces API in the format of XYZ Hub. */
@Catch()
export class HubErrorFilter implements ExceptionFilter {
  constructor(@Inject(ErrorResponder) private readonly errors: ErrorResponder) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>()];
    this.errors.send(error, { request, response, format: 'hub' });
  }
}
