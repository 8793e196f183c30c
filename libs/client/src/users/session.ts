import type {
  ChangePasswordBody,
  CheckedPasswordReset,
  JoinBody,
  ResetPasswordBody,
  SessionEntry,
  SessionRecord,
  SignInBody,
} from '@cairn/api-schema';
import { path } from '../transport/address.js';
import { never } from '../transport/retry.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/**
 * Signing in, in a page: the browser keeps the session as a cookie, which no script can read. The client must not have
 * a `key`. On Node, where fetch keeps no cookies, use a key.
 */
export class Session {
  constructor(private readonly transport: Transport) {}

  /** Who is signed in. @throws {CairnError} of the kind `unauthorized` if nobody is. */
  async get(options?: CallOptions): Promise<SessionRecord> {
    return await this.transport.json({ path: '/api/session', options });
  }

  async signIn(credentials: SignInBody, options?: CallOptions): Promise<SessionRecord> {
    return await this.transport.json({
      method: 'POST',
      path: '/api/session',
      json: credentials,
      repeatable: never,
      options,
    });
  }

  /** The user whose password the token of a link sets. Anyone may ask. @throws if the token cannot be used. */
  async checkPasswordReset(token: string, options?: CallOptions): Promise<CheckedPasswordReset> {
    return await this.transport.json({
      method: 'POST',
      path: '/api/password-reset/check',
      json: { token },
      repeatable: () => 'failed',
      options,
    });
  }

  /** Sets a new password with the token of a link, ends all sessions of the user, and signs them in. */
  async resetPassword(reset: ResetPasswordBody, options?: CallOptions): Promise<SessionRecord> {
    return await this.transport.json({
      method: 'POST',
      path: '/api/password-reset',
      json: reset,
      repeatable: never,
      options,
    });
  }

  async signOut(options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: '/api/session', options });
  }

  /** The sessions of the user, the most recently used first. */
  async list(options?: CallOptions): Promise<readonly SessionEntry[]> {
    return await this.transport.json({ path: '/api/sessions', options });
  }

  async end(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/sessions/${id}`, options });
  }

  /** Signs out everywhere, including here. */
  async endAll(options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: '/api/sessions', options });
  }

  /** Ends all other sessions. Without `current`, sets the first password, within ten minutes of signing in. */
  async changePassword(change: ChangePasswordBody, options?: CallOptions): Promise<SessionRecord> {
    // Not repeated: after an attempt whose response was lost, `current` would be wrong.
    return await this.transport.json({
      method: 'PUT',
      path: '/api/password',
      json: change,
      repeatable: never,
      options,
    });
  }

  /** Whether nobody can sign in yet. */
  async isSetupNeeded(options?: CallOptions): Promise<boolean> {
    return (await this.transport.json<{ readonly needed: boolean }>({ path: '/api/setup', options })).needed;
  }

  /** Creates the first user, an owner, and signs them in. The server prints a link with the token when it starts. */
  async setUp(owner: JoinBody, options?: CallOptions): Promise<SessionRecord> {
    return await this.transport.json({
      method: 'POST',
      path: '/api/setup',
      json: owner,
      repeatable: never,
      options,
    });
  }
}
