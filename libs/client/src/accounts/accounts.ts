import type { AccountDetails, AccountRecord, ChangeAccountBody, CreateAccountBody } from '@cairn/api-schema';
import type { ListOptions } from '../images/images.js';
import { path, queryText } from '../transport/address.js';
import { listing, type Listing } from '../transport/pages.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** Accounts. Everything except reading the caller's own account needs the scope `admin`. */
export class Accounts {
  constructor(private readonly transport: Transport) {}

  async create(account: CreateAccountBody, options?: CallOptions): Promise<AccountDetails> {
    return await this.transport.json({ method: 'POST', path: '/api/accounts', json: account, options });
  }

  /** Oldest first. */
  list(options: ListOptions = {}): Listing<AccountRecord> {
    const { pageSize: limit = 100 } = options;
    return listing((cursor) =>
      this.transport.page({ path: '/api/accounts', query: queryText({ limit, cursor }), options }),
    );
  }

  async get(id: string, options?: CallOptions): Promise<AccountDetails> {
    return await this.transport.json({ path: path`/api/accounts/${id}`, options });
  }

  async update(id: string, change: ChangeAccountBody, options?: CallOptions): Promise<AccountDetails> {
    const address = path`/api/accounts/${id}`;
    const repeatable = () => 'failed' as const;
    return await this.transport.json({ method: 'PATCH', path: address, json: change, repeatable, options });
  }
}
