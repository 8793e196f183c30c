import type { IncomingMessage, ServerResponse } from 'node:http';
import { accountOf } from '../access/caller.js';
import { pathOf } from '../messages/query.js';
import type { RequestContext } from '../messages/request-context.js';

/** The logged facts about a request. Never headers, query or body, because they may contain secrets. */
export interface RequestLogEntry {
  readonly requestId: string;
  /** `method` and `path` are undefined if the request could not be parsed. */
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly status: number;
  readonly durationMs: number;
  readonly accountId: string | undefined;
  /** The listener that the request came to, if it is not that of the private network. */
  readonly listener?: 'public' | undefined;
  /** Whether the connection was closed before the response was complete. */
  readonly cutShort: true | undefined;
  /** The trace of the request, if one is recorded, under the name that logs are joined with traces by. */
  readonly trace_id?: string | undefined;
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
    trace_id: context.traceId,
  };
}

/** A quick test that runs first, because every request is logged. */
const MAY_HAVE_SECRET = /[/\\](?:a|shared)[/\\]|%|token=/i;

/** A slash as browsers and proxies normalize it: either kind, repeated, or with `.` and `..` steps in between. */
const SLASH = String.raw`[/\\](?:\.{0,2}[/\\])*`;
const OF_LINK = new RegExp(`^${SLASH}(a|api${SLASH}shared)${SLASH}[^/\\\\]+`, 'i');
const LIKE_OF_LINK = new RegExp(`[/\\\\](a|shared)${SLASH}[0-9A-Za-z]{22}(?![0-9A-Za-z.])`, 'gi');
const TOKEN = /\b((?:access_)?token)=[^&/]*/gi;

/**
 * Removes secrets of links from a path, because whoever has the path has access. Also finds paths with another
 * spelling: some programs encode addresses twice, and the path of a proxy may come first.
 */
function withoutSecret(path: string): string {
  if (!MAY_HAVE_SECRET.test(path)) return path;
  const plain = decoded(path);
  const shown = plain.replace(OF_LINK, '/$1/…').replaceAll(LIKE_OF_LINK, '/$1/…').replaceAll(TOKEN, '$1=…');
  return shown === plain ? path : shown;
}

/** An ASCII character, percent-encoded any number of times. */
const ENCODED = /%(?:25)*([2-7][0-9a-f])/gi;
const MAX_ROUNDS = 8;

/** Decodes a path whose percent-encoding may itself be encoded. */
function decoded(path: string): string {
  let text = path;
  for (let round = 0; round < MAX_ROUNDS && text.includes('%'); round += 1) {
    const next = text.replaceAll(ENCODED, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
    if (next === text) break;
    text = next;
  }
  return text;
}
