import type { IncomingMessage, ServerResponse } from 'node:http';
import { MOST_PICTURES, type AuditEntry, type Principal } from '@cairn/access';
import type { AuditTrail } from '@cairn/access/spi';
import { isAudited, type Operation } from '@cairn/api-schema';
import type { UnnamedEntry } from '@cairn/composition';
import type { Clock, IdGenerator } from '@cairn/kernel';
import type { ClientAddresses } from '../messages/client-addresses.js';
import { percentDecode } from '../messages/percent-decode.js';
import { pathOf } from '../messages/query.js';
import { requestContextOf, type RequestContext } from '../messages/request-context.js';
import { ActivityRows } from './activity-rows.js';
import { isAddition, thingIn } from './audited-thing.js';

/** How long entries are collected before they are stored together. A crash may lose them. */
const BATCH_MS = 100;
/**
 * The maximum number of entries that wait while the store is unavailable. The oldest entries are kept, because they
 * show how the outage began.
 */
const MOST_WAITING = 10_000;
const ID_LENGTH = 16;
const HOUR_MS = 60 * 60 * 1_000;
/**
 * The maximum number of kinds of refusals that are remembered. Beyond it, the oldest kinds are counted from one again.
 */
const MOST_REFUSALS = 10_000;
const MOST_TARGET_CHARACTERS = 255;
/** Marks a response that was kept for an earlier request, which has its own entry. */
const REPLAYED_HEADER = 'idempotent-replayed';

interface AuditLogOptions {
  readonly audit: AuditTrail;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  /** Given if addresses are recorded. */
  readonly clients?: Pick<ClientAddresses, 'networkOf'> | undefined;
  /** Gives entries the names of their things. */
  readonly name: (entries: readonly UnnamedEntry[]) => Promise<readonly AuditEntry[]>;
  readonly failed: (error: unknown) => void;
}

/** An entry that is not stored yet. Once it is `complete`, its thing is named and it is joined to its row. */
interface Waiting extends UnnamedEntry {
  readonly isComplete?: true;
}

/**
 * Records each write by a key, user, token or link that succeeded or was refused for lack of rights. Requests do not
 * wait for it: entries are collected for a tenth of a second and stored together. Repeated refusals within an hour are
 * counted in the entry of the first one, so that nobody can flood the trail with forbidden requests.
 */
export class AuditLog {
  private waiting: Waiting[] = [];
  private readonly rows = new ActivityRows();
  /** The first refusal of each kind within the last hour, the latest last. */
  private readonly refusals = new Map<string, Pick<AuditEntry, 'id' | 'at' | 'target' | 'address'>>();
  private timer: NodeJS.Timeout | undefined;
  private storing: Promise<void> = Promise.resolve();

  constructor(private readonly options: AuditLogOptions) {}

  /**
   * Called once per request, when its response is sent. Reads cost one comparison. An image that a guest sends again changes
   * nothing, and makes no entry: else one file, sent over and over, fills the trail beyond the limits of the link. Nor does a
   * question about a change.
   */
  note(request: IncomingMessage, response: ServerResponse): void {
    if (request.method === 'GET' || !response.headersSent || response.hasHeader(REPLAYED_HEADER)) return;
    const context = requestContextOf(request);
    const { operation, principal, changed } = context;
    const status = changed?.status ?? response.statusCode;
    if (changed?.isNothing === true || (principal.kind === 'link' && changed?.images?.length === 0)) return;
    if (operation === undefined || !isAudited(operation) || (status >= 400 && status !== 403)) return;
    const who = bearerOf(principal);
    if (who === undefined) return;
    const { clock, ids, clients } = this.options;
    const entry: AuditEntry = {
      id: ids.next(ID_LENGTH),
      at: clock.now(),
      accountId: accountIn(context, status) ?? who.accountId,
      principal: who.principal,
      operation: operation.id,
      ...aboutOf(context, operation, targetOf(operation, request, response)),
      status,
      ...(clients && { address: clients.networkOf(request) }),
    };
    const isFromOthers = isAddition(entry) && (isGuest(principal) || who.accountId !== entry.accountId);
    const noted = { ...entry, ...(isFromOthers && { isFromOthers }) };
    this.add({ entry: status >= 400 ? this.asFirst(noted) : noted, opens: changed?.opens });
    this.timer ??= setTimeout(() => void this.store(), BATCH_MS).unref();
  }

  /** A refusal as the first one of its kind within an hour, whose entry counts it. */
  private asFirst(entry: AuditEntry): AuditEntry {
    const { accountId, principal, operation, status } = entry;
    const kind = [accountId, principal, operation, status].join(' ');
    const known = this.refusals.get(kind);
    if (known !== undefined && entry.at - known.at < HOUR_MS)
      return { accountId, principal, operation, status, ...known };
    this.refusals.delete(kind);
    const [oldest] = this.refusals.keys();
    if (oldest !== undefined && this.refusals.size >= MOST_REFUSALS) this.refusals.delete(oldest);
    const { id, at, target, address } = entry;
    this.refusals.set(kind, {
      id,
      at,
      ...(target !== undefined && { target }),
      ...(address !== undefined && { address }),
    });
    return entry;
  }

  /** If the entry of a refusal still waits, its count is increased there. */
  private add(unnamed: UnnamedEntry): void {
    const { id, at, status } = unnamed.entry;
    const there =
      status >= 400 ? this.waiting.findLastIndex(({ entry }) => entry.id === id && entry.at === at) : -1;
    const waiting = this.waiting[there];
    if (waiting !== undefined) {
      const { entry } = waiting;
      this.waiting[there] = { ...waiting, entry: { ...entry, count: (entry.count ?? 1) + 1 } };
    } else if (this.waiting.length < MOST_WAITING) this.waiting.push(unnamed);
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

  /** Those that were completed before keep their names and rows. */
  private async completed(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    const isNew = batch.filter(({ isComplete }) => isComplete !== true);
    const named = this.rows.join(await this.options.name(isNew));
    const completed = named.map((entry): Waiting => ({ entry, isComplete: true }));
    return [...batch.filter(({ isComplete }) => isComplete === true), ...completed];
  }

  private async storeBatch(): Promise<void> {
    let batch: readonly Waiting[] = this.waiting;
    if (batch.length === 0) return;
    this.waiting = [];
    try {
      batch = await this.completed(batch);
      await this.options.audit.append(batch.map(({ entry }) => entry));
    } catch (error) {
      this.options.failed(error);
      this.waiting = [...batch, ...this.waiting].slice(0, MOST_WAITING);
    }
  }
}

/** What an entry says of what was changed. */
function aboutOf(
  context: RequestContext,
  operation: Operation,
  target: string | undefined,
): Pick<AuditEntry, 'target' | 'thing' | 'guest' | 'images' | 'imageCount'> {
  const { guest, changed } = context;
  const thing = thingIn(context, operation, target);
  const images = changed?.images ?? (thing?.type === 'image' ? [thing.id] : []);
  return {
    ...(target !== undefined && { target }),
    ...(thing !== undefined && { thing: { type: thing.type, id: thing.id } }),
    ...(guest !== undefined && { guest }),
    ...(images.length > 0 && { images: images.slice(0, MOST_PICTURES), imageCount: images.length }),
  };
}

/**
 * The account whose trail has the entry, if it is not that of the caller. A refused caller appears there only if
 * something in that account is shared with them.
 */
function accountIn({ owner, acting, held = [] }: RequestContext, status: number): string | undefined {
  const isTheirs = status < 400 || held.some(({ accountId }) => accountId === owner);
  return (isTheirs ? owner : undefined) ?? acting?.accountId;
}

/** Whether somebody acts in the account of another without an account of their own that is known. */
const isGuest = (principal: Principal): boolean =>
  principal.kind === 'link' || (principal.kind === 'upload-token' && principal.token.byGrant === true);

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
    case 'host': {
      const { accountId, userId = accountId } = principal.caller;
      return { accountId, principal: `user:${userId}` };
    }
    case 'token':
      return { accountId: principal.holder.accountId, principal: 'token' };
    case 'upload-token': {
      // It acts for whoever made it.
      const { accountId, createdBy = 'token' } = principal.token;
      return { accountId, principal: createdBy };
    }
    case 'link':
      return { accountId: principal.link.accountId, principal: `link:${principal.link.id}` };
  }
}

/**
 * The target of the operation: the path parameters, or the end of `Location` for something new. The secret of a link is
 * replaced by what the link opens.
 */
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

/** The text unchanged, if its percent-encoding is invalid. */
function decoded(segment: string): string {
  try {
    return percentDecode(segment).replaceAll('\0', '');
  } catch {
    return segment;
  }
}
