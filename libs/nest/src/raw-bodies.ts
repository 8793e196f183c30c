import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost, type AbstractHttpAdapter } from '@nestjs/core';
import { hideContentType, Mounted } from './mounted.js';

type Adapter = Pick<AbstractHttpAdapter, 'getType' | 'use'>;

interface Host {
  /** Absent in an application of no HTTP, and in a module for tests until it becomes one. */
  readonly httpAdapter?: Adapter | null;
  readonly init$: { subscribe(told: () => void): unknown };
}

/**
 * Keeps NestJS from reading the bodies of requests to Cairn, which reads them itself. A constructor runs before the parsers of
 * bodies are registered.
 */
@Injectable()
export class RawBodies {
  constructor(
    @Inject(HttpAdapterHost) host: Host,
    @Inject(Mounted) private readonly mounted: Mounted,
  ) {
    if (host.httpAdapter) this.keepFrom(host.httpAdapter);
    else host.init$.subscribe(() => host.httpAdapter && this.keepFrom(host.httpAdapter));
  }

  private keepFrom(adapter: Adapter): void {
    if (adapter.getType() !== 'express')
      throw new Error(
        'CairnModule works with NestJS on Express. On Fastify, pass requests to `createHandler(…).node` in a hook `onRequest`.',
      );
    const { handler } = this.mounted;
    adapter.use((request: IncomingMessage, _response: ServerResponse, next: () => void) => {
      if (handler.has(request)) hideContentType(request);
      next();
    });
  }
}
