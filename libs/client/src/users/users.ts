import type { ChangeUserBody, CreatedPasswordReset, UserRecord } from '@cairn/api-schema';
import { path } from '../transport/address.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** The people who can sign in. For owners, and for keys with the scope `admin`. */
export class Users {
  constructor(private readonly transport: Transport) {}

  /** Oldest first. */
  async list(options?: CallOptions): Promise<readonly UserRecord[]> {
    return await this.transport.json({ path: '/api/users', options });
  }

  /** Makes a user an owner or a member. The last owner cannot become a member. */
  async update(id: string, change: ChangeUserBody, options?: CallOptions): Promise<UserRecord> {
    const address = path`/api/users/${id}`;
    const repeatable = () => 'failed' as const;
    return await this.transport.json({ method: 'PATCH', path: address, json: change, repeatable, options });
  }

  /**
   * Creates a link, `url`, with which the user sets a new password. It is shown only once and replaces an earlier link.
   */
  async createPasswordReset(id: string, options?: CallOptions): Promise<CreatedPasswordReset> {
    return await this.transport.json({
      method: 'POST',
      path: path`/api/users/${id}/password-reset`,
      options,
    });
  }

  /** Deletes a user, ends their sessions and revokes their keys. The last owner cannot be deleted. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/users/${id}`, options });
  }
}
