import 'reflect-metadata';
import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import express from 'express';
import type { Logger } from 'pino';
import { DOCS_ASSETS } from '@cairn/http';
import { ApiErrorFilter } from './api-error-filter.js';
import { CairnModule, type NestDependencies } from './cairn-module.js';

export interface NestOptions extends NestDependencies {
  readonly log: Logger;
  readonly trustedProxies: readonly string[];
}

/** Creates the NestJS application and its request listener. Handlers read the bodies of their requests. */
export async function createNestApplication({
  log,
  trustedProxies,
  ...dependencies
}: NestOptions): Promise<{ listener: RequestListener; close: () => Promise<void> }> {
  const listener = express();
  const nest = await NestFactory.create(CairnModule.over(dependencies), new ExpressAdapter(listener), {
    bodyParser: false,
    logger: nestLogger(log),
    abortOnError: false,
  });
  listener.disable('x-powered-by').disable('etag').set('trust proxy', trustedProxies);
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
