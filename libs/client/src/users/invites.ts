import type {
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
