import { describe, it } from '@jest/globals';
import { PasskeyCopied } from '@cairn/access';
import type { PasskeyRepository } from '@cairn/access/spi';
import {
  later,
  passkeyRepositoryContract,
  sabotaged,
  verifyFails,
  type Saboteurs,
  type UserPorts,
} from '@cairn/testkit';
import { openMemoryUsers as open } from './memory-users.spec.kit.js';

type Break = (ports: UserPorts) => UserPorts;

const inPasskeys =
  (replace: (passkeys: PasskeyRepository) => Partial<PasskeyRepository>): Break =>
  (ports) => ({ ...ports, passkeys: sabotaged(ports.passkeys, replace(ports.passkeys)) });

const withPasswords: Break = (ports) => ({
  ...ports,
  users: sabotaged(ports.users, {
    admit: (user, admission) => ports.users.admit({ ...user, passwordHash: '$any' }, admission),
  }),
});

const saboteurs: Saboteurs<UserPorts, typeof passkeyRepositoryContract> = {
  'a credential finds its passkey and the user with every field, and any other finds none': inPasskeys(
    (passkeys) => ({ add: ({ lastUsedAt, ...passkey }) => passkeys.add(passkey) }),
  ),
  'passkeys of a user are listed with every field, oldest first': inPasskeys((passkeys) => ({
    list: async (userId) => [...(await passkeys.list(userId))].reverse(),
  })),
  'of users who add a credential at once one has it': inPasskeys((passkeys) => ({
    add: (passkey) => passkeys.add({ ...passkey, credentialId: passkey.credentialId + passkey.userId }),
  })),
  'add for a user who is not there is UserNotFound': inPasskeys((passkeys) => ({
    add: (passkey) => passkeys.add(passkey).catch(() => undefined),
  })),
  'of uses with one counter at once one counts, and none with an earlier one': inPasskeys((passkeys) => ({
    use: async (id, use) => {
      await later();
      await passkeys.use(id, use).catch((error: unknown) => {
        if (!(error instanceof PasskeyCopied)) throw error;
      });
    },
  })),
  'a passkey that does not count is used any number of times': inPasskeys((passkeys) => ({
    use: async (id, use) => {
      if (use.counter === 0) throw new PasskeyCopied();
      await passkeys.use(id, use);
    },
  })),
  'remove ends a passkey of the user; any other is PasskeyNotFound and stays': inPasskeys((passkeys) => ({
    remove: (userId, id) => passkeys.remove(userId, id).catch(() => undefined),
  })),
  'of the passkey and the identity of a user without a password, removed at once, one stays': withPasswords,
  'the passkeys of a removed user are gone': inPasskeys((passkeys) => {
    const kept = new Map<string, Awaited<ReturnType<PasskeyRepository['list']>>[number]>();
    return {
      add: async (passkey) => {
        kept.set(passkey.id, passkey);
        await passkeys.add(passkey);
      },
      list: async (userId) => [...kept.values()].filter((passkey) => passkey.userId === userId),
    };
  }),
  'passkeys are there after a restart': (ports) => ports,
};

describe('the contract of passkey repositories', () =>
  verifyFails({
    contract: passkeyRepositoryContract,
    subject: { open, reopen: open },
    saboteurs,
    it,
  }));
