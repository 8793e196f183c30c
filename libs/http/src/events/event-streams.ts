import type { ServerResponse } from 'node:http';
import { callerIn, CheckCredentials, grants, type Caller, type Principal } from '@cairn/access';
import { ChangeFeed, type Application } from '@cairn/composition';
import type { HttpLog } from '../logging/http-log.js';
import { keyNeeded } from '../access/key-needed.js';
import { HttpError } from '../messages/http-error.js';
import { assertStillAllowed } from '../messages/still-allowed.js';
import type { Limits } from '../settings/limits.js';
import { EventStream, type Kind } from './event-stream.js';

const PER_ACCOUNT = 8;

/** Interval of one check over all streams for keys and sessions that have ended. */
const CHECK_MS = 2_500;

const CHECKS_PER_BEAT = 6;

const RETRY_AFTER_SECONDS = 5;

interface EventStreamsOptions {
  readonly application: Pick<Application, 'get'>;
  readonly limits: Pick<Limits, 'eventStreams'>;
  readonly log: HttpLog;
}

interface Asked {
  readonly principal: Principal;
  readonly kinds: readonly Kind[];
  /** The position to resume after. */
  readonly after: number | undefined;
  readonly withBody: boolean;
}

interface Open {
  readonly accountId: string;
  readonly keyId: string | undefined;
  readonly sessionId: string | undefined;
  /** Asks the embedding application again. Rejects if the caller has lost the right. */
  readonly again: (() => Promise<void>) | undefined;
  readonly stream: EventStream;
}

/** The open event streams of this node. */
export class EventStreams {
  private readonly open = new Set<Open>();
  private readonly feed: ChangeFeed;
  private readonly credentials: CheckCredentials;
  private timer: NodeJS.Timeout | undefined;
  private isChecking = false;
  private isClosed = false;

  constructor(private readonly options: EventStreamsOptions) {
    this.feed = options.application.get(ChangeFeed);
    this.credentials = options.application.get(CheckCredentials);
  }

  /** Resolves when the stream has begun. @throws {HttpError} 429 or 503 if too many are open. */
  async serve(response: ServerResponse, { principal, kinds, after, withBody }: Asked): Promise<void> {
    const caller = callerIn(principal);
    if (caller === undefined) throw keyNeeded();
    const { accountId, keyId } = caller;
    this.assertRoom(accountId);
    const position = (): number => this.feed.position;
    const stream = new EventStream({ owner: accountId, kinds, response, position });
    if (!withBody) {
      stream.begun(position());
      stream.end();
      return;
    }
    const sessionId = principal.kind === 'session' ? principal.session.id : undefined;
    const again = principal.kind === 'host' ? () => assertStillAllowed(response.req) : undefined;
    const entry = { accountId, keyId, sessionId, again, stream };
    this.open.add(entry);
    let unfollow = (): void => undefined;
    response.once('close', () => {
      unfollow();
      this.release(entry);
    });
    // The server lets clients half-close a connection. A stream never ends, so nobody would read the rest.
    response.socket?.once('end', () => stream.end());
    try {
      unfollow = await this.feed.follow(stream, after);
    } catch (error) {
      this.release(entry);
      throw error;
    }
    if (this.isClosed) stream.end();
    if (response.destroyed) unfollow();
    else this.timer ??= this.check();
  }

  /** Ends all streams. */
  close(): void {
    this.isClosed = true;
    clearInterval(this.timer);
    for (const { stream } of this.open) stream.end();
  }

  private release(entry: Open): void {
    this.open.delete(entry);
    if (this.open.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private assertRoom(accountId: string): void {
    const { eventStreams } = this.options.limits;
    if (this.open.size >= eventStreams)
      throw tooMany(503, `The server has ${eventStreams} streams of events open, the most that it may have`);
    const ofAccount = [...this.open].filter((entry) => entry.accountId === accountId).length;
    if (ofAccount >= PER_ACCOUNT)
      throw tooMany(429, `The account has ${PER_ACCOUNT} streams of events open, the most that it may have`);
  }

  private check(): NodeJS.Timeout {
    let checks = 0;
    return setInterval(() => {
      checks += 1;
      if (checks % CHECKS_PER_BEAT === 0) for (const { stream } of this.open) stream.beat();
      this.endRevoked().catch((err: unknown) =>
        this.options.log.warn({ err }, 'keys of event streams were not checked'),
      );
    }, CHECK_MS).unref();
  }

  private async endRevoked(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    try {
      await this.endThoseOfRevoked();
    } finally {
      this.isChecking = false;
    }
  }

  private async endThoseOfRevoked(): Promise<void> {
    const open = [...this.open];
    const { keys, sessions } = await this.credentials.execute({
      keys: distinct(open.map(({ keyId }) => keyId)),
      sessions: distinct(open.map(({ sessionId }) => sessionId)),
    });
    const valid = new Set([...keys, ...sessions]);
    for (const { keyId, sessionId, again, stream } of open)
      if (again !== undefined) await again().catch(() => stream.end());
      else if (!valid.has(keyId ?? sessionId ?? '')) stream.end();
  }
}

/** The kinds that the caller's scopes allow. */
export function kindsFor({ scopes }: Pick<Caller, 'scopes'>): readonly Kind[] {
  return (['images', 'spaces'] as const).filter((kind) => grants(scopes, `${kind}:read`));
}

function distinct(ids: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(ids)].filter((id) => id !== undefined);
}

function tooMany(status: 429 | 503, reason: string): HttpError {
  return new HttpError({
    status,
    code: status === 429 ? 'too-many-event-streams' : 'event-streams-exhausted',
    detail: `${reason}; try again in ${RETRY_AFTER_SECONDS} s.`,
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
}
