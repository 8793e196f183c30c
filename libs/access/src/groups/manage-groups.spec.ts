import { describe, expect, it } from '@jest/globals';
import { GroupLimitReached } from '../limit-errors.js';
import { GroupRepository, MAX_GROUP_MEMBERS, MAX_GROUPS, type Group } from './group-repository.js';
import { ManageGroups } from './manage-groups.js';

const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `u${index}`);

function managing(): ManageGroups {
  const stored: Group[] = [];
  const groups = new (class extends GroupRepository {
    async add(group: Group, limit: number): Promise<void> {
      if (stored.length >= limit) throw new GroupLimitReached(limit);
      stored.push(group);
    }
    async list(): Promise<readonly Group[]> {
      return stored;
    }
    async change(): Promise<Group> {
      throw new Error('Nothing is changed.');
    }
    async remove(): Promise<void> {}
  })();
  const [clock, next] = [{ now: () => 0 }, { next: () => 'id' }];
  return new ManageGroups({ groups, clock, ids: next });
}

describe('the groups of an account', () => {
  it('have at most 10,000 members together, because all are read at once', async () => {
    expect(MAX_GROUPS * MAX_GROUP_MEMBERS).toBeLessThanOrEqual(10_000);
    const manage = managing();
    const create = (members: number) => manage.create('a', { name: 'Family', memberIds: ids(members) });
    await expect(create(MAX_GROUP_MEMBERS + 1)).rejects.toThrow('A group has at most 200 members.');
    for (let made = 0; made < MAX_GROUPS; made += 1) await create(MAX_GROUP_MEMBERS);
    await expect(create(0)).rejects.toThrow(GroupLimitReached);
  });
});
