import type { GiveGrantBody, GrantPage, GrantRecord, ReceivedGrant, ReceivedGrants } from '@cairn/api-schema';
import type { ListOptions } from '../images/images.js';
import { path, queryText } from '../transport/address.js';
import { listing, type Listing } from '../transport/pages.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** What is shared with users, groups and keys. */
export class Grants {
  constructor(private readonly transport: Transport) {}

  /** Whoever had another role there gets this one. */
  async give(grant: GiveGrantBody, options?: CallOptions): Promise<GrantRecord> {
    // The same grant twice is one.
    const repeatable = () => 'failed' as const;
    return await this.transport.json({
      method: 'POST',
      path: '/api/grants',
      json: grant,
      repeatable,
      options,
    });
  }

  /** The latest first; with `resource`, those of it. */
  list(
    options: ListOptions & { readonly resource?: GrantRecord['resource'] | undefined } = {},
  ): Listing<GrantRecord> {
    const { resource, pageSize: limit } = options;
    return listing(async (cursor) => {
      const query = queryText({ type: resource?.type, id: resource?.id, limit, cursor });
      const page = await this.transport.json<GrantPage>({ path: '/api/grants', query, options });
      return { items: page.grants, nextCursor: page.nextCursor };
    });
  }

  /** What others share with the caller, and with groups that the caller is in. */
  async received(options?: CallOptions): Promise<readonly ReceivedGrant[]> {
    return (await this.transport.json<ReceivedGrants>({ path: '/api/grants/received', options })).grants;
  }

  /** Ends it at once: as a manager, or to leave what was granted to the caller. */
  async take(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/grants/${id}`, options });
  }
}
