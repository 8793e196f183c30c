import { GroupLimitReached, GroupNotFound, type Group } from '@cairn/access';
import type { GroupChange, GroupRepository } from '@cairn/access/spi';
import { In } from 'typeorm';
import type { Database } from '../sql/database.js';
import { insertAll } from '../sql/insert.js';
import type { Statements } from '../sql/statements.js';
import { GrantSchema, GroupMemberSchema, GroupSchema, type GroupRow } from './grant-schema.js';

/** Groups of users as rows of a relational database. */
export class TypeOrmGroupRepository implements GroupRepository {
  constructor(private readonly database: Database) {}

  async add({ memberIds, ...group }: Group, limit: number): Promise<void> {
    await this.database.write(async (manager) => {
      await this.database.dialect.lockOwner(manager, group.accountId);
      const groups = manager.repository(GroupSchema);
      if ((await groups.countBy({ accountId: group.accountId })) >= limit) throw new GroupLimitReached(limit);
      await groups.insert(group);
      await addMembers(manager, group.id, memberIds);
    });
  }

  async list(accountId: string): Promise<readonly Group[]> {
    return await this.database.read(
      async (manager) => {
        const groups = await manager
          .repository(GroupSchema)
          .find({ where: { accountId }, order: { createdAt: 'ASC', id: 'ASC' } });
        return await withMembers(manager, groups);
      },
      { budget: 'listing' },
    );
  }

  async change(accountId: string, id: string, { name, memberIds }: GroupChange): Promise<Group> {
    return await this.database.write(async (manager) => {
      await this.database.dialect.lockOwner(manager, accountId);
      const groups = manager.repository(GroupSchema);
      const group = await groups.findOneBy({ id, accountId });
      if (group === null) throw new GroupNotFound();
      if (name !== undefined) await groups.update({ id }, { name });
      if (memberIds !== undefined) {
        await manager.repository(GroupMemberSchema).delete({ groupId: id });
        await addMembers(manager, id, memberIds);
      }
      const [changed] = await withMembers(manager, [{ ...group, ...(name !== undefined && { name }) }]);
      if (changed === undefined) throw new GroupNotFound();
      return changed;
    });
  }

  async remove(accountId: string, id: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      await this.database.dialect.lockOwner(manager, accountId);
      const { affected } = await manager.repository(GroupSchema).delete({ id, accountId });
      if (affected === 0) throw new GroupNotFound();
      await manager.repository(GrantSchema).delete({ grantee: `group:${id}` });
    });
  }
}

async function addMembers(manager: Statements, groupId: string, memberIds: readonly string[]): Promise<void> {
  await insertAll(
    manager,
    GroupMemberSchema,
    memberIds.map((userId) => ({ groupId, userId })),
  );
}

async function withMembers(manager: Statements, groups: readonly GroupRow[]): Promise<readonly Group[]> {
  const members = await manager
    .repository(GroupMemberSchema)
    .find({ where: { groupId: In(groups.map(({ id }) => id)) }, order: { userId: 'ASC' } });
  const memberIds = new Map(groups.map(({ id }) => [id, [] as string[]]));
  for (const { groupId, userId } of members) memberIds.get(groupId)?.push(userId);
  return groups.map((group) => ({ ...group, memberIds: memberIds.get(group.id) ?? [] }));
}
