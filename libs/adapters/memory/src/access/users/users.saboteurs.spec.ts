import { describe, it } from '@jest/globals';
import { InvalidInvite, UserExists } from '@cairn/access';
import type { UserRepository } from '@cairn/access/spi';
import {
  later,
  sabotaged,
  userRepositoryContract,
  verifyFails,
  type Saboteurs,
  type UserPorts,
} from '@cairn/testkit';
import { openMemoryUsers as open } from './memory-users.spec.kit.js';
import { inUsers, passwordResetSaboteurs, type Break } from './password-reset-saboteurs.spec.kit.js';

const inKeys =
  (replace: (ports: UserPorts) => Partial<UserPorts['keys']>): Break =>
  (ports) => ({ ...ports, keys: sabotaged(ports.keys, replace(ports)) });

const saboteurs: Saboteurs<UserPorts, typeof userRepositoryContract> = {
  'an admitted user is found by id, by name and in the list with every field, and so is the account': inUsers(
    (users) => ({ admit: (user, { digest }) => users.admit(user, { digest }) }),
  ),
  'values returned are copies': inUsers((users) => {
    const kept = new Map<string, Awaited<ReturnType<UserRepository['get']>>>();
    return {
      get: async (id) => {
        const user = kept.get(id) ?? (await users.get(id));
        kept.set(id, user);
        return user;
      },
    };
  }),
  'an invite admits one of those who come at once, and no one later': inUsers((users, { invites }) => ({
    admit: async (user, admission) => {
      const invite = await invites.find(admission.digest ?? '');
      if (invite === undefined) throw new InvalidInvite();
      await later();
      await users.admit(user, admission).catch(async () => {
        await invites.add(invite);
        await users.admit(user, admission);
      });
    },
  })),
  'an invite that is not there or has expired is InvalidInvite, and nothing is stored': inUsers((users) => ({
    admit: (user, admission) => users.admit({ ...user, createdAt: user.createdAt - 1 }, admission),
  })),
  'what a user has seen only moves on, also at once': inUsers((users) => {
    const seen = new Map<string, number>();
    return {
      markActivitySeen: async (id, at) => {
        await users.markActivitySeen(id, at);
        seen.set(id, at);
      },
      get: async (id) => {
        const activitySeenAt = seen.get(id);
        return { ...(await users.get(id)), ...(activitySeenAt !== undefined && { activitySeenAt }) };
      },
    };
  }),
  ...passwordResetSaboteurs,
  'a set-up link admits the first user to an account that is there': inUsers((users) => ({
    admit: async (user, admission) => {
      if (admission.account === undefined) throw new InvalidInvite();
      await users.admit(user, admission);
    },
  })),
  'whoever comes in by an invite ends the set-up link': (ports) => {
    let setup: Awaited<ReturnType<UserPorts['invites']['find']>>;
    return {
      ...ports,
      invites: sabotaged(ports.invites, {
        openSetup: (invite) => {
          setup = invite;
          return ports.invites.openSetup(invite);
        },
        find: async (digest) =>
          (await ports.invites.find(digest)) ?? (setup?.digest === digest ? setup : undefined),
      }),
    };
  },
  'a name that another user has in other letters is UserExists, and the invite stays': inUsers(
    (users, { invites }) => ({
      admit: async (user, admission) => {
        const invite = (await invites.list()).find(({ digest }) => digest === admission.digest);
        await users.admit(user, admission).catch(async (error: unknown) => {
          if (error instanceof UserExists && invite) await invites.remove(invite.id);
          throw error;
        });
      },
    }),
  ),
  'users are listed oldest first, then by ascending identifier in code units': inUsers((users) => ({
    list: async () => [...(await users.list())].sort((one, other) => one.id.localeCompare(other.id)),
  })),
  'a new password replaces the old one, and one new session all others of that user': inUsers(
    (users, { sessions }) => ({
      changePassword: async (id, change) => {
        const before = await sessions.list(id);
        await users.changePassword(id, change);
        for (const session of before.slice(1)) await sessions.add(session);
      },
    }),
  ),
  'of passwords that take the place of the same one at once one is set, with its session': inUsers(
    (users) => ({
      changePassword: (id, change) =>
        users.changePassword(id, change).catch(async () => {
          const { passwordHash: replaced } = await users.get(id);
          await users.changePassword(id, { ...change, replaced });
        }),
    }),
  ),
  'get, changePassword, changeRole and remove of an absent user are UserNotFound': inUsers((users) => ({
    remove: (id, at) => users.remove(id === 'absent' ? 'Present' : id, at),
  })),
  'an identity admits a user without an invite and a password': inUsers((users) => ({
    admit: (user, admission) => users.admit({ ...user, passwordHash: '' }, admission),
  })),
  'a user whose identity is taken is not admitted, and the invite stays': inUsers((users, { invites }) => ({
    admit: async (user, admission) => {
      const invite = (await invites.list()).find(({ digest }) => digest === admission.digest);
      await users.admit(user, admission).catch(async (error: unknown) => {
        if (invite) await invites.remove(invite.id);
        throw error;
      });
    },
  })),
  'without an invite, one comes in to an account that is there, as long as nobody else has': inUsers(
    (users, { accounts }) => ({
      admit: async (user, admission) => {
        await later();
        const account = admission.account ?? { ...(await accounts.get(user.accountId)), id: `of ${user.id}` };
        await users.admit(user, { ...admission, account });
      },
    }),
  ),
  'sessions, invites and keys of a removed user end, and those of no other': inKeys(({ keys }) => ({
    add: ({ parentId, ...key }) => keys.add(key),
  })),
  'remove of the last owner is LastOwner and changes nothing': inUsers((users, { sessions }) => ({
    remove: async (id, at) => {
      await sessions.removeAll(id);
      await users.remove(id, at);
    },
  })),
  'of owners removed concurrently one stays': inUsers((users) => {
    const gone = new Set<string>();
    return {
      list: async () => (await users.list()).filter(({ id }) => !gone.has(id)),
      remove: async (id, at) => {
        await later();
        await users.remove(id, at).catch(() => gone.add(id));
      },
    };
  }),
  'a key of a user who is not there is InvalidKey': inKeys(({ keys }) => ({
    add: ({ userId, ...key }) => keys.add(key),
  })),
  'a key that is added while its user is removed is refused, or revoked too': inKeys(({ keys, users }) => ({
    add: async ({ userId = '', ...key }) => {
      await users.get(userId);
      await later();
      await keys.add(key);
    },
  })),
  'a role is changed to and fro, and nothing else of the user': inUsers((users, { sessions }) => ({
    changeRole: async (id, change) => {
      await sessions.removeAll(id);
      return await users.changeRole(id, change);
    },
  })),
  'the last owner cannot become a member, and keeps what they have': inUsers((users, { invites }) => ({
    changeRole: async (id, change) => {
      for (const invite of await invites.list()) await invites.remove(invite.id);
      return await users.changeRole(id, change);
    },
  })),
  'of owners who become members or are removed at once one stays': inUsers((users) => ({
    changeRole: async (id, change) => {
      const owners = (await users.list()).filter(({ role }) => role === 'owner');
      await later();
      if (owners.length > 1) return { ...(await users.get(id)), role: change.role };
      return await users.changeRole(id, change);
    },
  })),
  'who becomes a member loses their invites and the keys that administer, with their descendants': inKeys(
    ({ keys }) => ({ add: ({ parentId, ...key }) => keys.add(key) }),
  ),
  'who becomes a member loses the keys that they made for other accounts, with their descendants': inKeys(
    ({ keys }) => ({
      add: ({ userId, ...key }) =>
        keys.add(key.scopes.includes('admin') && userId !== undefined ? { ...key, userId } : key),
    }),
  ),
  'a member makes neither keys that administer nor keys of other accounts nor invites': inKeys(
    ({ keys }) => ({
      add: ({ userId, ...key }) => keys.add(key),
    }),
  ),
  'a renamed user is found by the new name, keeps sessions and all else, and the old name is free': inUsers(
    (users, { sessions }) => ({
      rename: async (id, name) => {
        await sessions.removeAll(id);
        return await users.rename(id, name);
      },
    }),
  ),
  'a user may spell their own name in other letters, but not take that of another one': inUsers((users) => ({
    rename: async (id, name) => {
      if ((await users.findByName(name)) !== undefined) throw new UserExists();
      return await users.rename(id, name);
    },
  })),
  'of users who take a name at once one has it, and the others keep theirs': inUsers((users) => ({
    rename: async (id, name) => {
      const known = await users.findByName(name);
      await later();
      if (known !== undefined) throw new UserExists();
      return await users.rename(id, name).catch(async () => await users.get(id));
    },
  })),
  'users and their keys are there after a restart': (ports) => ports,
};

describe('the contract of user repositories', () =>
  verifyFails({ contract: userRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
