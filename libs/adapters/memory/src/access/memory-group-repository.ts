import { GroupLimitReached, GroupNotFound, type Group } from '@cairn/access';
import type { GroupChange, GroupRepository } from '@cairn/access/spi';
import type { MemorySignInRecords } from './memory-sign-in-records.js';

/** Keeps groups in memory. */
export class MemoryGroupRepository implements GroupRepository {
  constructor(private readonly records: MemorySignInRecords) {}

  async add(group: Group, limit: number): Promise<void> {
    if (this.of(group.accountId).length >= limit) throw new GroupLimitReached(limit);
    this.records.groups.set(group.id, copyOf(group));
  }

  async list(accountId: string): Promise<readonly Group[]> {
    return this.of(accountId)
      .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
      .map(copyOf);
  }

  async change(accountId: string, id: string, change: GroupChange): Promise<Group> {
    const group = copyOf({ ...this.groupOf(accountId, id), ...change });
    this.records.groups.set(id, group);
    return copyOf(group);
  }

  async remove(accountId: string, id: string): Promise<void> {
    this.groupOf(accountId, id);
    const { groups, grants } = this.records;
    groups.delete(id);
    for (const grant of grants.values())
      if (grant.to.type === 'group' && grant.to.id === id) grants.delete(grant.id);
  }

  private of(accountId: string): Group[] {
    return [...this.records.groups.values()].filter((group) => group.accountId === accountId);
  }

  private groupOf(accountId: string, id: string): Group {
    const group = this.records.groups.get(id);
    if (group?.accountId !== accountId) throw new GroupNotFound();
    return group;
  }
}

const copyOf = (group: Group): Group => ({ ...group, memberIds: [...group.memberIds] });
