import type { Grant } from '@cairn/access';
import type { GrantRepository, GroupRepository } from '@cairn/access/spi';
import {
  grantRepositoryContract,
  groupRepositoryContract,
  later,
  sabotaged,
  verify,
  verifyFails,
  type GrantPorts,
  type Saboteurs,
} from '@cairn/testkit';
import { describe, it } from '@jest/globals';
import { openMemoryUsers as open } from './users/memory-users.spec.kit.js';

const openGroups = async (): Promise<GroupRepository> => (await open()).groups;

describe('MemoryGrantRepository', () =>
  verify({
    contract: grantRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'grants are there after a restart': 'memory is not durable' },
  }));

describe('MemoryGroupRepository', () =>
  verify({
    contract: groupRepositoryContract,
    subject: { open: openGroups, reopen: openGroups },
    it,
    waivers: { 'groups are there after a restart': 'memory is not durable' },
  }));

type Break = (ports: GrantPorts) => GrantPorts;

const inGrants =
  (replace: (grants: GrantRepository, ports: GrantPorts) => Partial<GrantRepository>): Break =>
  (ports) => ({ ...ports, grants: sabotaged(ports.grants, replace(ports.grants, ports)) });

const saboteurs: Saboteurs<GrantPorts, typeof grantRepositoryContract> = {
  'a grantee has one role in each resource: another one replaces it': inGrants((grants) => ({
    give: async (grant) => grants.give({ ...grant, to: { ...grant.to, type: 'user' } }),
  })),
  'of concurrent grants to one in one resource one is stored': inGrants((grants) => ({
    give: async (grant) => {
      const { items } = await grants.list(grant.accountId, { limit: 9 });
      await later();
      return items.length > 0
        ? grants.give(grant)
        : grants.give({ ...grant, to: { type: 'user', id: grant.id } });
    },
  })),
  'an account gives at most the given number of grants, also at once; others are changed still': inGrants(
    (grants) => ({
      give: async (grant, actor, limit = Infinity) => {
        const { items } = await grants.list(grant.accountId, { limit: 9 });
        await later();
        return await grants.give(grant, actor, items.length < limit ? Infinity : limit);
      },
    }),
  ),
  'the last use of a grant is known, and stays when its role changes': inGrants(() => ({
    use: async () => undefined,
  })),
  'a user holds what was granted to them and to their groups, a key what was granted to it': inGrants(
    (grants) => ({
      heldBy: async (bearer, accountId) =>
        (await grants.heldBy(bearer, accountId)).filter(({ to }) => to.type !== 'group'),
    }),
  ),
  'grants are listed by account and by resource, the latest first, page by page': inGrants((grants) => ({
    list: (accountId, page) => grants.list(accountId, page),
  })),
  'a removed grant is held no more, at once; an absent one is GrantNotFound': inGrants((grants) => {
    const known = new Map<string, readonly Grant[]>();
    return {
      heldBy: async (bearer, accountId) => {
        const held = known.get(bearer) ?? (await grants.heldBy(bearer, accountId));
        known.set(bearer, held);
        return held;
      },
    };
  }),
  'an actor must be a manager, for the role of an owner an owner; else nothing changes': inGrants(
    (grants) => ({ give: (grant) => grants.give(grant) }),
  ),
  'of managers who remove one another at the same time one stays': inGrants((grants, ports) => ({
    remove: async (id, actor) => {
      if (actor === undefined) return await grants.remove(id);
      const held = await ports.grants.heldBy(actor.bearer);
      await later();
      if (held.length > 0) await grants.remove(id);
    },
  })),
  'the last owner of an account without a user of its own stays its owner': inGrants((grants) => ({
    remove: async (id) => {
      const owner = { ...(await grants.get(id)), id: 'another', to: { type: 'user', id: 'nobody' } } as const;
      await grants.give(owner);
      await grants.remove(id);
    },
  })),
  'a removed user holds nothing and is in no group; an account with members keeps an owner': (ports) => ({
    ...ports,
    groups: sabotaged(ports.groups, {
      list: async (accountId) =>
        (await ports.groups.list(accountId)).map((group) => ({ ...group, memberIds: [] })),
    }),
  }),
  'the user of an invite with a grant holds it': (ports) => ({
    ...ports,
    invites: sabotaged(ports.invites, {
      add: ({ id, digest, purpose, role, userId, createdAt, expiresAt }) =>
        ports.invites.add({ id, digest, purpose, role, userId, createdAt, expiresAt }),
    }),
  }),
  'grants are there after a restart': (ports) => ports,
};

describe('the contract of grants', () =>
  verifyFails({ contract: grantRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));

const broken =
  (replace: (groups: GroupRepository) => Partial<GroupRepository>) =>
  (groups: GroupRepository): GroupRepository =>
    sabotaged(groups, replace(groups));

const groupSaboteurs: Saboteurs<GroupRepository, typeof groupRepositoryContract> = {
  'groups are listed by account, oldest first, with their members in order': broken((groups) => ({
    list: async (accountId) => [...(await groups.list(accountId))].reverse(),
  })),
  'an account has at most the given number of groups, also of concurrent ones': broken((groups) => ({
    add: async (group, limit) => {
      const { length } = await groups.list(group.accountId);
      await later();
      await groups.add(group, limit - length <= 0 ? 0 : 99);
    },
  })),
  'a change replaces what it names; of an absent group or another account’s it is GroupNotFound': broken(
    (groups) => ({
      change: (accountId, id, { memberIds = [], ...change }) =>
        groups.change(accountId, id, { ...change, memberIds }),
    }),
  ),
  'a removed group is gone; an absent one or another account’s is GroupNotFound': broken((groups) => ({
    remove: (accountId, id) => groups.remove(accountId, id).catch(() => undefined),
  })),
  'groups are there after a restart': (groups) => groups,
};

describe('the contract of groups', () =>
  verifyFails({
    contract: groupRepositoryContract,
    subject: { open: openGroups, reopen: openGroups },
    saboteurs: groupSaboteurs,
    it,
  }));
