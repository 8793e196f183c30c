import type { IncomingMessage, ServerResponse } from 'node:http';
import { styleText } from 'node:util';
import type { RequestContext } from '../http/request-context.js';
import { accountOf } from '../access/caller.js';
import { pathOf } from '../http/query.js';

/** What is logged of a request. Never headers, query or body: they may contain secrets. */
export interface RequestLogEntry {
  readonly requestId: string;
  /** `method` and `path` are undefined if the request could not be parsed. */
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly status: number;
  readonly durationMs: number;
  readonly accountId: string | undefined;
  /** Whether the connection was closed before the response was complete. */
  readonly cutShort: true | undefined;
}

export function requestLogEntry(
  context: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
): RequestLogEntry {
  return {
    requestId: context.id,
    method: request.method,
    path: withoutSecret(pathOf(request)),
    status: response.statusCode,
    durationMs: Math.round((performance.now() - context.startedAt) * 10) / 10,
    accountId: accountOf(context.principal),
    cutShort: response.writableFinished ? undefined : true,
  };
}

/** Asked first, because every request is logged. */
const MAY_HAVE_SECRET = /\/(?:a|shared)\//i;

/** Whoever has the path of a link has what it opens, also where a slash was doubled or the path of a proxy comes first. */
const withoutSecret = (path: string): string =>
  MAY_HAVE_SECRET.test(path)
    ? path
        .replace(/^\/+(a|api\/+shared)\/+[^/]+/i, '/$1/…')
        .replaceAll(/\/(a|shared)\/+[0-9A-Za-z]{22}(?![0-9A-Za-z.])/gi, '/$1/…')
    : path;

/**
 * Formats the log line of a request like pino, with `time` as the time stamp. pino takes three times as long, because it
 * inspects the fields each time.
 */
export function requestLine(request: RequestLogEntry, time: string): string {
  const { requestId, method, path, status, durationMs, accountId, cutShort } = request;
  const asked = `${method === undefined ? '' : `,"method":"${method}"`}${path === undefined ? '' : `,"path":${JSON.stringify(path)}`}`;
  const rest = `${accountId === undefined ? '' : `,"accountId":${JSON.stringify(accountId)}`}${cutShort ? ',"cutShort":true' : ''}`;
  return `{"level":"info"${time},"requestId":"${requestId}"${asked},"status":${status},"durationMs":${durationMs}${rest},"msg":"request"}\n`;
}

const SHOWN_CHARACTERS = 60;

const colors = { 2: 'green', 3: 'cyan', 4: 'yellow', 5: 'red' } as const;

/** The log line for a terminal: time, method, path, status, duration and request id. */
export function terminalLine(request: RequestLogEntry, time: Date): string {
  const { requestId, method, path, status, durationMs, cutShort } = request;
  // Other characters may be terminal control codes.
  const plain = (path ?? '-').replace(/[^ -~]/g, '?');
  const shown = plain.length > SHOWN_CHARACTERS ? `${plain.slice(0, SHOWN_CHARACTERS - 1)}…` : plain;
  const clock = time.toTimeString().slice(0, 8);
  const result = styleText(colorOf(status), String(status));
  const rest = styleText('gray', `${durationMs} ms${cutShort ? ', cut short' : ''}  ${requestId}`);
  return `${styleText('gray', clock)} ${method ?? '-'} ${shown} ${result} ${rest}\n`;
}

function colorOf(status: number): (typeof colors)[keyof typeof colors] {
  return colors[Math.min(5, Math.max(2, Math.floor(status / 100))) as keyof typeof colors];
}
