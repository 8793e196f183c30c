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

  /** Makes them an owner or a member. The last owner stays one. */
  async update(id: string, change: ChangeUserBody, options?: CallOptions): Promise<UserRecord> {
    const address = path`/api/users/${id}`;
    const repeatable = () => 'failed' as const;
    return await this.transport.json({ method: 'PATCH', path: address, json: change, repeatable, options });
  }

  /** Makes a link, `url`, by which they set a new password. It is shown this once, and takes the place of an earlier one. */
  async createPasswordReset(id: string, options?: CallOptions): Promise<CreatedPasswordReset> {
    return await this.transport.json({
      method: 'POST',
      path: path`/api/users/${id}/password-reset`,
      options,
    });
  }

  /** Ends their sessions, and revokes their keys. The last owner cannot be deleted. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/users/${id}`, options });
  }
}
