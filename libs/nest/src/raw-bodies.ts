import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { hideContentType, Mounted } from './mounted.js';

/**
 * Keeps NestJS from reading the bodies of requests to Cairn, which reads them itself. A constructor runs before the parsers of
 * bodies are registered.
 */
@Injectable()
export class RawBodies {
  constructor(
    @Inject(HttpAdapterHost) { httpAdapter }: HttpAdapterHost,
    @Inject(Mounted) { handler }: Mounted,
  ) {
    if (httpAdapter.getType() !== 'express')
      throw new Error(
        'CairnModule works with NestJS on Express. On Fastify, pass requests to `createHandler(…).node` in a hook `onRequest`.',
      );
    httpAdapter.use((request: IncomingMessage, _response: ServerResponse, next: () => void) => {
      if (handler.has(request)) hideContentType(request);
      next();
    });
  }
}
