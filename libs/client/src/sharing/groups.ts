import type { CreateGroupBody, GroupList, GroupRecord, PatchGroupBody } from '@cairn/api-schema';
import { path } from '../transport/address.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** Groups of users, with all of whom an account shares something at once. */
export class Groups {
  constructor(private readonly transport: Transport) {}

  async create(group: CreateGroupBody, options?: CallOptions): Promise<GroupRecord> {
    return await this.transport.json({ method: 'POST', path: '/api/groups', json: group, options });
  }

  /** Oldest first. */
  async list(options?: CallOptions): Promise<readonly GroupRecord[]> {
    return (await this.transport.json<GroupList>({ path: '/api/groups', options })).groups;
  }

  /** Members that are given, by identifier or name, take the place of those it had. */
  async update(id: string, change: PatchGroupBody, options?: CallOptions): Promise<GroupRecord> {
    const at = path`/api/groups/${id}`;
    return await this.transport.json({ method: 'PATCH', path: at, json: change, options });
  }

  /** What was granted to it ends. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/groups/${id}`, options });
  }
}
