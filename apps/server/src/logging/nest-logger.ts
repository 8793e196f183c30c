import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Sends what Nest logs to the log: what it tells of its start at `debug`, warnings and errors as they are. */
export function nestLogger(log: Logger): LoggerService {
  const say = (level: 'debug' | 'warn' | 'error') => (message: unknown) => log[level](String(message));
  return {
    log: say('debug'),
    debug: say('debug'),
    verbose: say('debug'),
    warn: say('warn'),
    error: say('error'),
    fatal: say('error'),
  };
}
