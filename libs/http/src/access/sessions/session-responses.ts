import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Application } from '@cairn/composition';
import {
  EndSession,
  ReadAccount,
  scopesOf,
  SessionNotFound,
  type SignedIn,
  type StartedSession,
} from '@cairn/access';
import type { SessionRecord } from '@cairn/api-schema';
import { timestamp } from '../../responses/timestamp.js';
import { baseMapOf } from '../../settings/base-map-data.js';
import type { SessionCookie } from './session-cookie.js';
import type { Visitors } from './visitors.js';

/** Sends sessions, and sets their cookies. */
export class SessionResponses {
  private readonly cookie: SessionCookie;
  private readonly visitors: Visitors;
  private readonly endSession: EndSession;
  private readonly readAccount: ReadAccount;

  constructor({
    application,
    cookie,
    visitors,
  }: {
    readonly application: Pick<Application, 'get'>;
    readonly cookie: SessionCookie;
    readonly visitors: Visitors;
  }) {
    this.cookie = cookie;
    this.visitors = visitors;
    this.endSession = application.get(EndSession);
    this.readAccount = application.get(ReadAccount);
  }

  /** Sets the cookie of a new session. Ends the session that the request came with. */
  async begin(
    { secret, ...signedIn }: StartedSession,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<SessionRecord> {
    const before = await this.visitors.identify(request);
    if (before.kind === 'session') await this.end(before);
    response.setHeader('Set-Cookie', this.cookie.stored(secret));
    return await this.show(signedIn);
  }

  /** Clears the cookie. */
  forget(response: ServerResponse): void {
    response.setHeader('Set-Cookie', this.cookie.removed());
  }

  async show({ user, session }: SignedIn): Promise<SessionRecord> {
    const { id, name, role, accountId } = user;
    const scopes = scopesOf(role);
    const account = await this.readAccount.execute({ accountId, scopes }, accountId);
    return {
      user: { id, name, role, hasPassword: user.passwordHash !== undefined },
      account: { id: account.id, name: account.name, baseMap: baseMapOf(account) },
      scopes: [...scopes],
      expiresAt: timestamp(session.expiresAt),
    };
  }

  private async end({ user, session }: SignedIn): Promise<void> {
    try {
      await this.endSession.execute(user.id, session.id);
    } catch (error) {
      if (!(error instanceof SessionNotFound)) throw error; // another request was faster
    }
  }
}

/** The browser of a session, by which its user recognizes it. */
export function userAgentOf({ headers }: IncomingMessage): string {
  return headers['user-agent'] ?? '';
}
