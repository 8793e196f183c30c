import type { CreateGroupBody, GroupList, GroupRecord, PatchGroupBody } from '@cairn/api-schema';
import { path } from '../transport/address.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** Groups of users. An account can share with all members at once. */
export class Groups {
  constructor(private readonly transport: Transport) {}

  async create(group: CreateGroupBody, options?: CallOptions): Promise<GroupRecord> {
    return await this.transport.json({ method: 'POST', path: '/api/groups', json: group, options });
  }

  /** Oldest first. */
  async list(options?: CallOptions): Promise<readonly GroupRecord[]> {
    return (await this.transport.json<GroupList>({ path: '/api/groups', options })).groups;
  }

  /** The given members, by identifier or name, replace the current ones. */
  async update(id: string, change: PatchGroupBody, options?: CallOptions): Promise<GroupRecord> {
    const at = path`/api/groups/${id}`;
    return await this.transport.json({ method: 'PATCH', path: at, json: change, options });
  }

  /** Ends everything that was granted to the group. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/groups/${id}`, options });
  }
}
