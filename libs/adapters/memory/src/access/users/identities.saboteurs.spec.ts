import { describe, it } from '@jest/globals';
import type { ChallengeRepository, IdentityRepository } from '@cairn/access/spi';
import {
  challengeRepositoryContract,
  identityRepositoryContract,
  later,
  sabotaged,
  verifyFails,
  type Saboteurs,
  type UserPorts,
} from '@cairn/testkit';
import { openMemoryUsers as open } from './memory-users.spec.kit.js';

type Break = (ports: UserPorts) => UserPorts;

const inIdentities =
  (replace: (identities: IdentityRepository, ports: UserPorts) => Partial<IdentityRepository>): Break =>
  (ports) => ({ ...ports, identities: sabotaged(ports.identities, replace(ports.identities, ports)) });

const inChallenges =
  (replace: (challenges: ChallengeRepository) => Partial<ChallengeRepository>): Break =>
  (ports) => ({ ...ports, challenges: sabotaged(ports.challenges, replace(ports.challenges)) });

const ofIdentities: Saboteurs<UserPorts, typeof identityRepositoryContract> = {
  'an identity finds its user, by exactly its issuer and its subject': inIdentities((identities) => ({
    findUser: ({ issuer, subject }) => identities.findUser({ issuer: issuer.replace(/\/$/, ''), subject }),
  })),
  'identities of a user are listed with every field, oldest first': inIdentities((identities) => ({
    list: async (userId) => [...(await identities.list(userId))].reverse(),
  })),
  'of users who take an identity at once one has it': inIdentities((identities) => ({
    add: async (identity) => {
      const holder = await identities.findUser(identity);
      await later();
      const { subject, userId } = identity;
      await identities.add(
        holder === undefined ? { ...identity, subject: `${subject} ${userId}` } : identity,
      );
    },
  })),
  'add for a user who is not there is UserNotFound': inIdentities((identities, { users }) => ({
    add: async (identity) => {
      await users.get(identity.userId).catch(() => undefined);
      await identities.add(identity).catch(() => undefined);
    },
  })),
  'remove ends an identity of the user; any other is IdentityNotFound and stays': inIdentities(
    (identities) => ({
      remove: (userId, id) => identities.remove(userId, id).catch(() => undefined),
    }),
  ),
  'of the identities of a user without a password, removed at once, one stays': (ports) => ({
    ...ports,
    users: sabotaged(ports.users, {
      admit: (user, admission) => ports.users.admit({ ...user, passwordHash: '$any' }, admission),
    }),
  }),
  'the identities of a removed user are free': inIdentities((identities) => {
    const taken = new Set<string>();
    return {
      add: async (identity) => {
        if (taken.has(identity.subject)) await identities.add({ ...identity, userId: 'absent' });
        taken.add(identity.subject);
        await identities.add(identity);
      },
    };
  }),
  'identities are there after a restart': (ports) => ports,
};

const ofChallenges: Saboteurs<UserPorts, typeof challengeRepositoryContract> = {
  'a challenge has every field, and any other digest takes none': inChallenges((challenges) => ({
    take: (digest) => challenges.take(digest.toLowerCase()),
  })),
  'a challenge is found as it is, and stays until it is taken': inChallenges((challenges) => ({
    find: (digest) => challenges.take(digest),
  })),
  'a link for a new password takes the place of an earlier one of its user, and of nothing else': (ports) =>
    inChallenges((challenges) => {
      const kept = new Map<string, Awaited<ReturnType<ChallengeRepository['find']>>>();
      return {
        add: async (challenge) => {
          await challenges.add(challenge);
          kept.set(challenge.digest, challenge);
        },
        find: async (digest) => kept.get(digest),
      };
    })(ports),
  'of those who take a challenge at once one gets it, and no one later': inChallenges((challenges) => {
    let latest: Awaited<ReturnType<ChallengeRepository['take']>>;
    return {
      take: async (digest) => {
        latest = (await challenges.take(digest)) ?? latest;
        await later();
        return latest;
      },
    };
  }),
  'add removes the challenges that have expired by then, and no others': inChallenges((challenges) => ({
    add: (challenge) => challenges.add({ ...challenge, createdAt: challenge.createdAt + 1 }),
  })),
  'a challenge for a user who is not there is UserNotFound, and it goes with its user': inChallenges(
    (challenges) => ({ add: ({ userId, ...challenge }) => challenges.add(challenge) }),
  ),
  'challenges are there after a restart': (ports) => ports,
};

const subject = { open, reopen: open };

describe('the contract of identity repositories', () =>
  verifyFails({ contract: identityRepositoryContract, subject, saboteurs: ofIdentities, it }));

describe('the contract of challenge repositories', () =>
  verifyFails({ contract: challengeRepositoryContract, subject, saboteurs: ofChallenges, it }));
