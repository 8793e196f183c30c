import { once } from 'node:events';
import { destination, pino, type Logger } from 'pino';
import { requestLine, terminalLine, type AnsweredRequest } from './request-line.js';

const FLUSH_EVERY_MS = 250;
const GATHERED_CHARACTERS = 15_000; // what the destination writes at once

const serializers = { err: showError };

/** What the server writes while it runs. */
export interface ServerLog {
  readonly log: Logger;
  /** Writes the line of a request that is over. */
  readonly logRequest: (request: AnsweredRequest) => unknown;
}

/** The log as the process holds it, to wait until everything is written. */
export interface Log extends ServerLog {
  readonly written: () => Promise<void>;
  /** Stops the process until then; for its end. */
  readonly flush: () => void;
}

/** Readable lines on a terminal, JSON lines elsewhere, gathered for a quarter of a second at most. */
export async function createLog(level: string): Promise<Log> {
  if (process.stdout.isTTY) {
    const { default: pretty } = await import('pino-pretty');
    const log = pino(
      { level, serializers },
      pretty({ colorize: true, ignore: 'pid,hostname', singleLine: true, sync: true }),
    );
    const logRequest = log.isLevelEnabled('info')
      ? (request: AnsweredRequest) => process.stdout.write(terminalLine(request, new Date()))
      : () => undefined;
    return { log, logRequest, written: () => Promise.resolve(), flush: () => undefined };
  }
  const { lines, pass, written, end: flush } = lineBuffer();
  setInterval(pass, FLUSH_EVERY_MS).unref();
  const log = pino(
    { level, base: null, serializers, timestamp, formatters: { level: (label) => ({ level: label }) } },
    lines,
  );
  const logRequest = log.isLevelEnabled('info')
    ? (request: AnsweredRequest) => lines.write(requestLine(request, timestamp()))
    : () => undefined;
  return { log, logRequest, written, flush };
}

let stamped = { at: 0, text: '' };

/** The time as pino takes it; lines of the same millisecond share the text. */
function timestamp(): string {
  const at = Date.now();
  if (at !== stamped.at) stamped = { at, text: `,"time":"${new Date(at).toISOString()}"` };
  return stamped.text;
}

/** Hands lines on many at once: to queue each by itself would cost the destination more than to make it. */
function lineBuffer(): {
  lines: { write(line: string): void };
  pass: () => void;
  written: () => Promise<void>;
  end: () => void;
} {
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
  const written = async (): Promise<void> => {
    if (gathered === '') return;
    const drained = once(out, 'drain');
    pass();
    await drained;
  };
  const end = (): void => {
    pass();
    out.flushSync();
  };
  return { lines: { write }, pass, written, end };
}

/** What a log may show of an error: a library's own fields, such as the values of a failed statement, stay out. */
function showError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause !== undefined && { cause: showError(cause) }) };
}
