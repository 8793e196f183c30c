import { once } from 'node:events';
import { destination, levels, pino, type Logger, type LoggerOptions } from 'pino';
import { RecentErrors, type RequestLogEntry } from '@cairn/http';
import { requestLine, terminalLine } from './request-line.js';

const FLUSH_EVERY_MS = 250;
/** Passing a write to a thread costs as much as formatting dozens of lines. */
const MAX_WRITE_BYTES = 64 * 1024;
const MAX_BUFFERED_CHARACTERS = 60_000;

const serializers = { err: showError };

const ERROR = levels.values['error'] ?? 50;

/** The log of a running server. */
export interface ServerLog {
  readonly log: Logger;
  /** Logs a finished request. */
  readonly logRequest: (request: RequestLogEntry) => unknown;
  /** The latest errors that were logged. */
  readonly recentErrors: RecentErrors;
}

/** A log that can be flushed. */
export interface Log extends ServerLog {
  /** Resolves once everything is written. */
  readonly written: () => Promise<void>;
  /** Writes everything synchronously, before the process exits. */
  readonly flush: () => void;
}

/** Logs readable lines to a terminal, or JSON lines buffered for at most 250 ms. */
export async function createLog(level: string): Promise<Log> {
  const recentErrors = new RecentErrors();
  const hooks: LoggerOptions['hooks'] = {
    logMethod(args, method, severity) {
      if (severity >= ERROR) recentErrors.add(Date.now(), args);
      method.apply(this, args);
    },
  };
  if (process.stdout.isTTY) {
    const { default: pretty } = await import('pino-pretty');
    const log = pino(
      { level, serializers, hooks },
      pretty({ colorize: true, ignore: 'pid,hostname', singleLine: true, sync: true }),
    );
    const logRequest = log.isLevelEnabled('info')
      ? (request: RequestLogEntry) => process.stdout.write(terminalLine(request, new Date()))
      : () => undefined;
    return { log, logRequest, recentErrors, written: () => Promise.resolve(), flush: () => undefined };
  }
  const { stream, flush, written, flushSync } = bufferedStdout();
  setInterval(flush, FLUSH_EVERY_MS).unref();
  const log = pino(
    {
      level,
      base: null,
      serializers,
      hooks,
      timestamp,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
  const logRequest = log.isLevelEnabled('info')
    ? (request: RequestLogEntry) => stream.write(requestLine(request, timestamp()))
    : () => undefined;
  return { log, logRequest, recentErrors, written, flush: flushSync };
}

let latest = { at: 0, text: '' };

/** The time stamp in pino's format. Lines of the same millisecond share the string. */
function timestamp(): string {
  const at = Date.now();
  if (at !== latest.at) latest = { at, text: `,"time":"${new Date(at).toISOString()}"` };
  return latest.text;
}

/** Buffers lines before they are written: queueing each one in the destination costs more than formatting it. */
function bufferedStdout(): {
  stream: { write(line: string): void };
  flush: () => void;
  written: () => Promise<void>;
  flushSync: () => void;
} {
  const out = destination({ dest: 1, sync: false, maxWrite: MAX_WRITE_BYTES });
  let buffer = '';
  const flush = (): void => {
    if (buffer !== '') out.write(buffer);
    buffer = '';
  };
  const write = (line: string): void => {
    buffer += line;
    if (buffer.length > MAX_BUFFERED_CHARACTERS) flush();
  };
  const written = async (): Promise<void> => {
    if (buffer === '') return;
    const drain = once(out, 'drain');
    flush();
    await drain;
  };
  const flushSync = (): void => {
    flush();
    out.flushSync();
  };
  return { stream: { write }, flush, written, flushSync };
}

/** Serializes an error without extra fields of libraries, such as the parameters of a failed SQL statement. */
function showError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: showError(cause) }) };
}
