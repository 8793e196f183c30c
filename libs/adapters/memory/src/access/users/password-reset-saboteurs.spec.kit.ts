import type { Challenge } from '@cairn/access';
import type { UserRepository } from '@cairn/access/spi';
import { later, sabotaged, type UserPorts } from '@cairn/testkit';

export type Break = (ports: UserPorts) => UserPorts;

export const inUsers =
  (replace: (users: UserRepository, ports: UserPorts) => Partial<UserRepository>): Break =>
  (ports) => ({ ...ports, users: sabotaged(ports.users, replace(ports.users, ports)) });

/** Break the promises of password resets, and of invites into an existing account. */
export const passwordResetSaboteurs = {
  'a link sets the password, and one new session takes the place of all others and of what was begun':
    inUsers((users, { sessions }) => ({
      resetPassword: async (digest, reset) => {
        const before = await sessions.list(reset.session.userId);
        await users.resetPassword(digest, reset);
        for (const session of before) await sessions.add(session);
      },
    })),
  'of those who use a link at once one sets the password, and no one later': inUsers(
    (users, { challenges }) => ({
      resetPassword: async (digest, reset) => {
        const link = await challenges.find(digest);
        await later();
        if (link !== undefined) await challenges.add(link);
        await users.resetPassword(digest, reset);
      },
    }),
  ),
  'a link that is none, of another user or purpose, or that has expired sets no password': inUsers(
    (users) => ({
      resetPassword: (digest, { session, ...reset }) =>
        users.resetPassword(digest, { ...reset, session: { ...session, createdAt: 1 } }),
    }),
  ),
  'a new password ends the link for another one': (ports) => {
    const links: Challenge[] = [];
    const challenges = sabotaged(ports.challenges, {
      add: async (challenge) => {
        links.push(challenge);
        await ports.challenges.add(challenge);
      },
    });
    const changePassword: UserRepository['changePassword'] = async (id, change) => {
      await ports.users.changePassword(id, change);
      for (const link of links) await ports.challenges.add(link);
    };
    return { ...ports, challenges, users: sabotaged(ports.users, { changePassword }) };
  },
  'a link goes with its user': inUsers((users) => ({
    remove: async (id, at) => {
      const { role } = await users.get(id);
      if (role === 'owner') await users.remove(id, at);
    },
  })),
  'an invite into an account without a user admits one of those who come at once': inUsers(
    (users, { invites }) => ({
      admit: async (user, admission) => {
        const invite = await invites.find(admission.digest ?? '');
        if (invite?.accountId === undefined) return await users.admit(user, admission);
        await invites.add({
          ...invite,
          id: `${invite.id}x`,
          digest: `${invite.digest}x`,
          accountId: undefined,
        });
        return await users.admit(user, { ...admission, digest: `${invite.digest}x` });
      },
    }),
  ),
  'an invite into an account admits to no other one, and nothing is stored': inUsers(
    (users, { invites }) => ({
      admit: async (user, admission) => {
        const invite = await invites.find(admission.digest ?? '');
        if (invite?.accountId === undefined) return await users.admit(user, admission);
        await invites.remove(invite.id);
        return await users.admit(user, admission);
      },
    }),
  ),
} as const satisfies Readonly<Record<string, Break>>;
