import type { AccessRecord, GrantRecord } from '@cairn/api-schema';
import { queryText } from '../transport/address.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** Who may do what. */
export class Access {
  constructor(private readonly transport: Transport) {}

  /** Why somebody may see something, or not. `to` is `user:ID`, `key:ID` or `everyone`. */
  async explain(to: string, resource: GrantRecord['resource'], options?: CallOptions): Promise<AccessRecord> {
    const query = queryText({ to, type: resource.type, id: resource.id });
    return await this.transport.json({ path: '/api/access', query, options });
  }
}
