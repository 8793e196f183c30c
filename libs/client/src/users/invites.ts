import type {
  CheckedInvite,
  CreatedInvite,
  CreateInviteBody,
  InviteRecord,
  JoinBody,
  SessionRecord,
} from '@cairn/api-schema';
import { path } from '../transport/address.js';
import { never } from '../transport/retry.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** Invites: links that create users. For owners, and for keys with the scope `admin`. */
export class Invites {
  constructor(private readonly transport: Transport) {}

  /** The link of a new invite, `url`, is shown this once. */
  async create(invite: CreateInviteBody, options?: CallOptions): Promise<CreatedInvite> {
    return await this.transport.json({ method: 'POST', path: '/api/invites', json: invite, options });
  }

  /** The unused invites, oldest first. */
  async list(options?: CallOptions): Promise<readonly InviteRecord[]> {
    return await this.transport.json({ path: '/api/invites', options });
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/invites/${id}`, options });
  }

  /**
   * The purpose of the token of an invite or of the set-up link. Anyone may ask.
   * @throws if the token cannot be used.
   */
  async check(token: string, options?: CallOptions): Promise<CheckedInvite> {
    return await this.transport.json({
      method: 'POST',
      path: '/api/invites/check',
      json: { token },
      repeatable: () => 'failed',
      options,
    });
  }

  /** Creates a user with the token of an invite, and signs them in. Anyone may call it. */
  async accept(user: JoinBody, options?: CallOptions): Promise<SessionRecord> {
    return await this.transport.json({
      method: 'POST',
      path: '/api/invites/accept',
      json: user,
      repeatable: never,
      options,
    });
  }
}
