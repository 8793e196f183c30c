import type { GiveGrantBody, GrantPage, GrantRecord, ReceivedGrant, ReceivedGrants } from '@cairn/api-schema';
import type { ListOptions } from '../images/images.js';
import { path, queryText } from '../transport/address.js';
import { listing, type Listing } from '../transport/pages.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** Grants: roles of users, groups and keys. */
export class Grants {
  constructor(private readonly transport: Transport) {}

  /** Gives a role. It replaces any other role on the same resource. */
  async give(grant: GiveGrantBody, options?: CallOptions): Promise<GrantRecord> {
    // Giving the same grant twice creates one grant.
    const repeatable = () => 'failed' as const;
    return await this.transport.json({
      method: 'POST',
      path: '/api/grants',
      json: grant,
      repeatable,
      options,
    });
  }

  /** Lists grants, the latest first; with `resource`, those on it. */
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

  /** The grants that others gave to the caller, or to groups of the caller. */
  async received(options?: CallOptions): Promise<readonly ReceivedGrant[]> {
    return (await this.transport.json<ReceivedGrants>({ path: '/api/grants/received', options })).grants;
  }

  /** Ends a grant at once: as a manager, or to give up a role that the caller received. */
  async take(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/grants/${id}`, options });
  }
}
