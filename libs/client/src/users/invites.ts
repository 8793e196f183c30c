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

/** Links by which people come in. For owners, and for keys with the scope `admin`. */
export class Invites {
  constructor(private readonly transport: Transport) {}

  /** The link of a new invite, `url`, is shown this once. */
  async create(invite: CreateInviteBody, options?: CallOptions): Promise<CreatedInvite> {
    return await this.transport.json({ method: 'POST', path: '/api/invites', json: invite, options });
  }

  /** Those that nobody has used yet, oldest first. */
  async list(options?: CallOptions): Promise<readonly InviteRecord[]> {
    return await this.transport.json({ path: '/api/invites', options });
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/invites/${id}`, options });
  }

  /** What the token of an invite, or of the set-up link, is for. Anyone may ask. @throws where it cannot be used. */
  async check(token: string, options?: CallOptions): Promise<CheckedInvite> {
    return await this.transport.json({
      method: 'POST',
      path: '/api/invites/check',
      json: { token },
      repeatable: () => 'failed',
      options,
    });
  }

  /** Makes a user by the token of an invite, and signs them in. Anyone may. */
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
