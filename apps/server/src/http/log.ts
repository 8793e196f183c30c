import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoggerService } from '@nestjs/common';
import { destination, pino, type Logger } from 'pino';
import pretty from 'pino-pretty';
import type { Exchange } from './exchange.js';

/** The token Nest finds the logger by. */
export const LOGGER = Symbol('Logger');

const FLUSH_EVERY_MS = 250;
const GATHERED_CHARACTERS = 15_000; // what the destination writes at once

const serializers = { err: showError };

/** Readable lines on a terminal, JSON lines elsewhere, gathered for a quarter of a second at most. */
export function createLog(level: string): { readonly log: Logger; readonly flush: () => void } {
  if (process.stdout.isTTY) {
    return {
      log: pino({ level, serializers }, pretty({ colorize: true, ignore: 'pid,hostname', sync: true })),
      flush: () => undefined,
    };
  }
  const { lines, pass, end: flush } = gatherer();
  setInterval(pass, FLUSH_EVERY_MS).unref();
  return {
    log: pino(
      {
        level,
        base: null,
        serializers,
        timestamp,
        formatters: { level: (label) => ({ level: label }) },
      },
      lines,
    ),
    flush,
  };
}

let stamped = { at: 0, text: '' };

/** The time as pino takes it; lines of the same millisecond share the text. */
function timestamp(): string {
  const at = Date.now();
  if (at !== stamped.at) stamped = { at, text: `,"time":"${new Date(at).toISOString()}"` };
  return stamped.text;
}

/** Hands lines on many at once: to queue each by itself would cost the destination more than to make it. */
function gatherer(): { lines: { write(line: string): void }; pass: () => void; end: () => void } {
  const out = destination({ dest: 1, sync: false });
  let gathered = '';
  const pass = (): void => {
    if (gathered !== '') out.write(gathered);
    gathered = '';
  };
  const write = (line: string): void => {
    gathered += line;
    if (gathered.length > GATHERED_CHARACTERS) pass();
  };
  const end = (): void => {
    pass();
    out.flushSync();
  };
  return { lines: { write }, pass, end };
}

/** Writes one line when the exchange is over. Never a header, a query or a body: they may hold secrets. */
export function logExchange(
  log: Logger,
  exchange: Exchange,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.once('close', () => {
    log.info(
      {
        requestId: exchange.id,
        method: request.method,
        path: request.url?.split('?', 1)[0],
        status: response.statusCode,
        durationMs: Math.round((performance.now() - exchange.startedAt) * 10) / 10,
        accountId: exchange.caller?.accountId,
        cutShort: response.writableFinished ? undefined : true,
      },
      'request',
    );
  });
}

/** Lets Nest speak through the log: its chatter at `debug`, its complaints as they are. */
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

/** What a log may show of an error: a library's own fields, such as the values of a failed statement, stay out. */
function showError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: showError(cause) }) };
}
