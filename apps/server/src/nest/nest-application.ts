import 'reflect-metadata';
import type { RequestListener } from 'node:http';
import type { LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import express from 'express';
import type { Logger } from 'pino';
import { CairnModule, EveryErrorFilter, type Mounted } from '@cairn/nest';

export interface NestOptions extends Pick<Mounted, 'application' | 'handler'> {
  readonly log: Logger;
  readonly trustedProxies: readonly string[];
}

/** Creates the NestJS application and its request listener. Handlers read the bodies of their requests. */
export async function createNestApplication({
  log,
  trustedProxies,
  ...mounted
}: NestOptions): Promise<{ listener: RequestListener; close: () => Promise<void> }> {
  const listener = express();
  const nest = await NestFactory.create(CairnModule.of(mounted), new ExpressAdapter(listener), {
    bodyParser: false,
    logger: nestLogger(log),
    abortOnError: false,
  });
  listener.disable('x-powered-by').disable('etag').set('trust proxy', trustedProxies);
  nest.useGlobalFilters(nest.get(EveryErrorFilter));
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
