import type { IncomingMessage, ServerResponse } from 'node:http';
import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { ErrorResponder } from './error-responder.js';

/** Sends problem documents for all errors of the image, key and account API. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(ErrorResponder) private readonly errors: ErrorResponder) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>()];
    this.errors.send(error, { request, response, format: 'problem' });
  }
}
