import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuditEntry, Principal } from '@cairn/access';
import type { AuditTrail } from '@cairn/access/spi';
import { isWrite, type Operation } from '@cairn/api-schema';
import type { Clock, IdGenerator } from '@cairn/kernel';
import type { ClientAddresses } from '../http/client-addresses.js';
import { percentDecode } from '../http/percent-decode.js';
import { pathOf } from '../http/query.js';
import { requestContextOf, type RequestContext } from '../http/request-context.js';

/** How long entries wait for others: what a crash may lose. */
const BATCH_MS = 100;
/** While the store is away, no more than so many wait. The oldest stay: what began it is in them. */
const MOST_WAITING = 10_000;
const ID_LENGTH = 16;
const MOST_TARGET_CHARACTERS = 255;
/** The answer of an earlier request, which was noted. */
const REPLAYED_HEADER = 'idempotent-replayed';

interface AuditLogOptions {
  readonly audit: AuditTrail;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  /** Given if addresses are recorded. */
  readonly clients?: Pick<ClientAddresses, 'networkOf'> | undefined;
  readonly failed: (error: unknown) => void;
}

/**
 * Notes each write of a key, a user, a token or a link that succeeded or was refused for want of rights. Requests do not wait
 * for it: entries are stored together, a tenth of a second later.
 */
export class AuditLog {
  private waiting: AuditEntry[] = [];
  private timer: NodeJS.Timeout | undefined;
  private storing: Promise<void> = Promise.resolve();

  constructor(private readonly options: AuditLogOptions) {}

  /** Called once per request, when its response is sent. Reads cost one comparison. */
  note(request: IncomingMessage, response: ServerResponse): void {
    if (request.method === 'GET' || !response.headersSent || response.hasHeader(REPLAYED_HEADER)) return;
    const context = requestContextOf(request);
    const { operation, principal } = context;
    const { statusCode: status } = response;
    if (operation === undefined || !isWrite(operation) || (status >= 400 && status !== 403)) return;
    const who = bearerOf(principal);
    if (who === undefined) return;
    const target = targetOf(operation, request, response);
    const { clock, ids, clients } = this.options;
    if (this.waiting.length >= MOST_WAITING) return;
    this.waiting.push({
      id: ids.next(ID_LENGTH),
      at: clock.now(),
      accountId: accountIn(context, status) ?? who.accountId,
      principal: who.principal,
      operation: operation.id,
      ...(target !== undefined && { target }),
      status,
      ...(clients && { address: clients.networkOf(request) }),
    });
    this.timer ??= setTimeout(() => void this.store(), BATCH_MS).unref();
  }

  /** Stores what waits. */
  async flush(): Promise<void> {
    await this.store();
  }

  private store(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    return (this.storing = this.storing.then(() => this.storeBatch()));
  }

  private async storeBatch(): Promise<void> {
    const batch = this.waiting;
    if (batch.length === 0) return;
    this.waiting = [];
    try {
      await this.options.audit.append(batch);
    } catch (error) {
      this.options.failed(error);
      this.waiting = [...batch, ...this.waiting].slice(0, MOST_WAITING);
    }
  }
}

/** Whose trail it is in, if not that of who did it. Who was refused is in it only if something there is shared with them. */
function accountIn({ owner, acting, held = [] }: RequestContext, status: number): string | undefined {
  const isTheirs = status < 400 || held.some(({ accountId }) => accountId === owner);
  return (isTheirs ? owner : undefined) ?? acting?.accountId;
}

interface Bearer {
  readonly accountId: string;
  readonly principal: string;
}

function bearerOf(principal: Principal): Bearer | undefined {
  switch (principal.kind) {
    case 'anonymous':
      return undefined;
    case 'key':
      return { accountId: principal.caller.accountId, principal: `key:${principal.caller.keyId ?? ''}` };
    case 'session':
      return { accountId: principal.caller.accountId, principal: `user:${principal.user.id}` };
    case 'token':
      return { accountId: principal.holder.accountId, principal: 'token' };
    case 'link':
      return { accountId: principal.link.accountId, principal: `link:${principal.link.id}` };
  }
}

/** The parameters of the path, or the end of the `Location` of what was made; by the secret of a link, what it opens. */
function targetOf(
  { path }: Operation,
  request: IncomingMessage,
  response: ServerResponse,
): string | undefined {
  if (path.includes('{secret}')) {
    const { principal } = requestContextOf(request);
    return principal.kind === 'link' ? Object.values(principal.link.resource).join(':') : undefined;
  }
  const segments = pathOf(request).split('/');
  const named = path
    .split('/')
    .flatMap((name, index) => (name.startsWith('{') ? [decoded(segments[index] ?? '')] : []));
  if (named.length > 0) return named.join('/').slice(0, MOST_TARGET_CHARACTERS);
  const location = response.statusCode === 201 ? response.getHeader('location') : undefined;
  if (typeof location !== 'string') return undefined;
  return location.slice(location.lastIndexOf('/') + 1).slice(0, MOST_TARGET_CHARACTERS);
}

/** As it was sent, if it is not percent-encoded right. */
function decoded(segment: string): string {
  try {
    return percentDecode(segment).replaceAll('\0', '');
  } catch {
    return segment;
  }
}
