import type { CreatedSigningKey, CreateSigningKeyBody, SigningKeyRecord } from '@cairn/api-schema';
import { path } from '../transport/address.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** The keys that sign addresses of files. For owners, and for keys with the scope `admin`. */
export class SigningKeys {
  constructor(private readonly transport: Transport) {}

  /** The secret of a new key is shown this once. */
  async create(key: CreateSigningKeyBody, options?: CallOptions): Promise<CreatedSigningKey> {
    return await this.transport.json({ method: 'POST', path: '/api/signing-keys', json: key, options });
  }

  /** Oldest first, without secrets. */
  async list(options?: CallOptions): Promise<readonly SigningKeyRecord[]> {
    return await this.transport.json({ path: '/api/signing-keys', options });
  }

  /** From then on, addresses that the key signed are refused. */
  async revoke(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/signing-keys/${id}`, options });
  }
}
