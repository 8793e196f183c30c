import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  anonymous,
  type Acting,
  type AuditedGuest,
  type AuditedResource,
  type Grant,
  type GrantTarget,
  type Principal,
} from '@cairn/access';
import type { Operation } from '@cairn/api-schema';

/** A body that is digested as it arrives. */
export interface WatchedBody {
  /** The digest, once the body has arrived. Rejects if it has more bytes than `most`. */
  whole(most?: number): Promise<string>;
  /** Calls `check` with the digest before any reader learns that the body has ended. */
  beforeEnd(check: (digest: string) => Promise<void>): Promise<void>;
}

/** What the handler of a request with an idempotency key needs to know. */
export interface Attempt {
  /** Whether an earlier attempt may have taken effect. */
  readonly isAnother: boolean;
  /** When the request was first sent, in epoch milliseconds. */
  readonly firstAt: number;
  /** An identifier that is the same for every attempt. `part` tells those of one request apart. */
  id(length: number, part?: string): string;
}

/** Limits the memory that responses hold. */
export interface AnswerBounds {
  /** Makes the text of a response that is held whole in memory. */
  inTurn<T>(response: ServerResponse, make: () => Promise<T>): Promise<T>;
  /** Waits for the client of a response that is not finished. */
  whileWaiting(response: ServerResponse, drained: Promise<void>): Promise<void>;
}

/** Proof that a caller was admitted, and how to check this again. */
export interface Admission {
  /** @throws the error for a caller who may no longer make this request. */
  readonly again: () => Promise<void>;
  /** Whether the whole body had arrived when the caller was admitted. */
  readonly hadWholeBody: boolean;
  /** When the admission was last confirmed, on the clock of `performance.now()`. */
  checkedAt: number;
}

/** What a request changed, where its address does not tell. */
export interface Changed {
  readonly thing?: AuditedResource | undefined;
  /** What the thing, a link, opens. */
  readonly opens?: AuditedResource | undefined;
  /** Identifiers of images that were added or changed. Empty if those that were sent were there already. */
  readonly images?: readonly string[] | undefined;
  /** Whether the request asked what a change would do. */
  readonly isNothing?: true | undefined;
  /** Instead of the status of the response: a page that leads on says 303 whatever was done. */
  readonly status?: number | undefined;
}

/**
 * The context of a request. `principal` is anonymous until a key is checked, `operation` and `holder` are known when it
 * begins.
 */
export interface RequestContext {
  readonly id: string;
  readonly startedAt: number;
  principal: Principal;
  acting?: Acting;
  /** Notes that a grant of the caller on this was used. Absent in their own account. */
  noteUse?: (target: GrantTarget) => void;
  /** The account whose data the request changes, once known. Absent if it can only be the account of the request. */
  owner?: string;
  /** What others share with the caller, in the spaces API. */
  held?: readonly Grant[];
  /** For the audit trail. */
  changed?: Changed;
  operation?: Operation;
  /** What requests without an operation are counted as. */
  countedAs?: 'getFile' | 'headFile' | 'page' | 'docs' | 'preflight';
  /** The template of the address, where it is not that of the operation. */
  route?: string;
  /** The trace of the request, if one is recorded. */
  traceId?: string;
  /** Who adds an image by a link, with the name that they gave, once that is known. */
  guest?: AuditedGuest;
  holder?: string;
  /** Absent for an anonymous caller, who has no rights to lose. */
  admission?: Admission;
  resting?: AnswerBounds;
  /** The length of the decompressed body in bytes, once all of it was read. */
  bodyLength?: number;
  /** Set for a request with an idempotency key. */
  digest?: WatchedBody;
  attempt?: Attempt;
  /** Why the body was refused. It stands even if the readers of the body ignore the error. */
  refusal?: unknown;
  /** Whether the request failed in a way that may have changed something. */
  isUnsure?: boolean;
}

const REQUEST_CONTEXT = Symbol('request context');

/** Stores the context on the request itself: a `WeakMap` adds more garbage collection than the context costs. */
interface RequestWithContext extends IncomingMessage {
  [REQUEST_CONTEXT]?: RequestContext;
}

const processPart = randomBytes(6).toString('base64url');
let count = 0;

/** Creates the context of a request. Uses the request id sent by the client if it is valid, else a new one. */
export function createRequestContext(request: RequestWithContext): RequestContext {
  const context: RequestContext = {
    id: sentId(request) ?? newId(),
    startedAt: performance.now(),
    principal: anonymous,
  };
  request[REQUEST_CONTEXT] = context;
  return context;
}

export function requestContextOf(request: RequestWithContext): RequestContext {
  return request[REQUEST_CONTEXT] ?? createRequestContext(request);
}

/** Whether the context of a request was created. */
export const hasRequestContext = (request: RequestWithContext): boolean =>
  request[REQUEST_CONTEXT] !== undefined;

/** The holder in fair queues: the account, or the network of a caller without one. */
export function holderOf(request: IncomingMessage): string {
  return requestContextOf(request).holder ?? '';
}

function sentId({ headers }: IncomingMessage): string | undefined {
  const sent = headers['stream-id'] ?? headers['x-request-id'];
  return typeof sent === 'string' && /^[\w.:-]{1,64}$/.test(sent) ? sent : undefined;
}

/** A new request id, unique in this process. */
export function newId(): string {
  count += 1;
  return `${processPart}-${count.toString(36)}`;
}

/** Tells the audit trail what a request changed. */
export function noteChanged(request: IncomingMessage, changed: Changed): void {
  const context = requestContextOf(request);
  context.changed = { ...context.changed, ...changed };
}
