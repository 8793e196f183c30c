import type { CreatedKey, CreateKeyBody, KeyRecord } from '@cairn/api-schema';
import type { ListOptions } from '../images/images.js';
import { path, queryText } from '../transport/address.js';
import { listing, type Listing } from '../transport/pages.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** API keys. They need the scope `keys:manage`; those of other accounts need `admin`. */
export class Keys {
  constructor(private readonly transport: Transport) {}

  /** The secret of a new key, `key`, is shown this once. */
  async create(key: CreateKeyBody, options?: CallOptions): Promise<CreatedKey> {
    return await this.transport.json({ method: 'POST', path: '/api/keys', json: key, options });
  }

  /**
   * Lists keys, oldest first, including expired and revoked ones; with `accountId`, those of another account, or with
   * `*` of all.
   */
  list(options: ListOptions & { readonly accountId?: string | undefined } = {}): Listing<KeyRecord> {
    const { pageSize: limit = 100, accountId } = options;
    return listing((cursor) =>
      this.transport.page({ path: '/api/keys', query: queryText({ accountId, limit, cursor }), options }),
    );
  }

  async get(id: string, options?: CallOptions): Promise<KeyRecord> {
    return await this.transport.json({ path: path`/api/keys/${id}`, options });
  }

  /** Also revokes the keys that it created. The last key that can administer the service needs `force`. */
  async revoke(
    id: string,
    options: CallOptions & { readonly force?: boolean | undefined } = {},
  ): Promise<KeyRecord> {
    const query = queryText({ force: options.force });
    return await this.transport.json({ method: 'DELETE', path: path`/api/keys/${id}`, query, options });
  }
}
