import type { IncomingMessage, ServerResponse } from 'node:http';
import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { ErrorAnswers } from './error-answers.js';

/** Sends problem documents for all errors of the image, key and account API. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(@Inject(ErrorAnswers) private readonly errors: ErrorAnswers) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const [request, response] = [http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>()];
    this.errors.answer(error, { request, response, shape: 'problem' });
  }
}
