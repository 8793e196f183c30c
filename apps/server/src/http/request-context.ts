import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { anonymous, type Principal } from '@cairn/access';

/** What is known of a request while it is served; anonymous until a key was checked. */
export interface RequestContext {
  readonly id: string;
  readonly startedAt: number;
  principal: Principal;
}

const REQUEST_CONTEXT = Symbol('request context');

/** A request that carries its context: a `WeakMap` costs more in garbage collection than the context itself. */
interface RequestWithContext extends IncomingMessage {
  [REQUEST_CONTEXT]?: RequestContext;
}

const processPart = randomBytes(6).toString('base64url');
let count = 0;

/** Makes the context of a request under the identifier that the client sent, if it is a plain one, or under a new one. */
export function createRequestContext(request: RequestWithContext): RequestContext {
  const context = { id: sentId(request) ?? newId(), startedAt: performance.now(), principal: anonymous };
  request[REQUEST_CONTEXT] = context;
  return context;
}

/** The context of a request. */
export function requestContextOf(request: RequestWithContext): RequestContext {
  return request[REQUEST_CONTEXT] ?? createRequestContext(request);
}

function sentId({ headers }: IncomingMessage): string | undefined {
  const sent = headers['stream-id'] ?? headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : undefined;
}

/** An identifier that no other request of this process has. */
export function newId(): string {
  count += 1;
  return `${processPart}-${count.toString(36)}`;
}
