import 'reflect-metadata';
import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import compression from 'compression';
import express from 'express';
import { AppModule, type NestDependencies } from './app-module.js';
import { ApiErrorFilter } from './errors/api-error-filter.js';
import { corsOptions } from './listener/cors.js';
import { DOCS_ASSETS } from './service/docs-page.js';
import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Creates the NestJS application and its request listener. */
export async function createNestApplication(
  dependencies: NestDependencies,
): Promise<{ listener: RequestListener; close: () => Promise<void> }> {
  const listener = express();
  const nest = await NestFactory.create(AppModule.over(dependencies), new ExpressAdapter(listener), {
    bodyParser: false,
    logger: nestLogger(dependencies.log),
    abortOnError: false,
  });
  listener.disable('x-powered-by').disable('etag').set('trust proxy', dependencies.settings.trustedProxies);
  // API responses have no ETag, so Express would answer `If-None-Match: *` with an empty 304.
  Object.defineProperty(listener.request, 'fresh', { value: false });
  nest.enableCors(corsOptions);
  nest.use('/hub', compression());
  nest.use(
    DOCS_ASSETS,
    express.static(dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')), {
      index: false,
      maxAge: '1d',
    }),
  );
  nest.useGlobalFilters(nest.get(ApiErrorFilter));
  await nest.init();
  return { listener, close: () => nest.close() };
}

/** Forwards the NestJS log: informational messages at `debug`, warnings and errors at their own levels. */
function nestLogger(log: Logger): LoggerService {
  const at = (level: 'debug' | 'warn' | 'error') => (message: unknown) => log[level](String(message));
  return {
    log: at('debug'),
    debug: at('debug'),
    verbose: at('debug'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('error'),
  };
}
