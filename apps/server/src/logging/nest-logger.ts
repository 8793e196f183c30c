import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Forwards the log of NestJS: its informational messages at `debug`, warnings and errors at their levels. */
export function nestLogger(log: Logger): LoggerService {
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
