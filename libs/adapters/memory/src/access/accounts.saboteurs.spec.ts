import { describe, it } from '@jest/globals';
import type { ApiKey, Scope } from '@cairn/access';
import type { AccountRepository, ApiKeyRepository } from '@cairn/access/spi';
import { accountsContract, sabotaged, verifyFails, type AccountsPorts, type Saboteurs } from '@cairn/testkit';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryAccountRepository } from './memory-account-repository.js';
import { MemoryApiKeyRepository } from './memory-api-key-repository.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';

type Break = (ports: AccountsPorts) => AccountsPorts;

const open = async (): Promise<AccountsPorts> => ({
  accounts: new MemoryAccountRepository(),
  keys: new MemoryApiKeyRepository(),
  digest: { digest: (secret) => bytesToHex(sha256(utf8ToBytes(secret))) },
  clock: new ManualClock(),
  ids: new SequenceIdGenerator(),
});

const saboteurs: Saboteurs<AccountsPorts, typeof accountsContract> = {
  'the first start creates one account and one key with every scope, later ones create nothing':
    inAccounts(addsAlways),
  'a given key is added to the first account, once, whatever keys there are': inKeys((keys) => ({
    add: async (key) => {
      const stored = await keys.findByDigest(key.digest);
      await keys.add(stored?.revokedAt === undefined ? key : { ...key, digest: key.id });
    },
  })),
  'concurrent first starts with one key create it once, for one account': inAccounts(addsAlways),
  'only the prefix and the digest of a secret are stored': (ports) => ({
    ...ports,
    digest: { digest: (secret) => secret },
  }),
  'only an administrator creates a key with more scopes than the caller has': inKeys((keys) => ({
    findByDigest: withScope(keys, 'admin'),
  })),
  'only administrators manage the keys of other accounts': inKeys((keys) => ({
    list: (_accountId, page) => keys.list(undefined, page),
  })),
  'a key for an absent account is AccountNotFound': inAccounts(() => ({
    get: async (id) => ({ id, name: 'Ghost', createdAt: 0 }),
  })),
  'all faults of a key are reported together, and no key is created': inKeys((keys) => ({
    list: async (accountId, page) => {
      const { items } = await keys.list(accountId, page);
      return { items: [...items, ...items] };
    },
  })),
  'accounts are opened and listed by administrators, and read by themselves too': inKeys((keys) => ({
    findByDigest: withScope(keys, 'admin'),
  })),

  'a key lets its account in, with the scopes it has and no others': inKeys((keys) => ({
    findByDigest: withScope(keys, 'images:write'),
  })),
  'a malformed key is refused without touching the store, a well-formed one is looked up': inKeys((keys) => {
    const found = new Set<string>();
    return {
      findByDigest: async (digest) => {
        if (found.has(digest)) return undefined;
        found.add(digest);
        return await keys.findByDigest(digest);
      },
    };
  }),
  'a well-formed key that was never made is refused': inKeys((keys) => ({
    findByDigest: async () => (await keys.list(undefined, { limit: 1 })).items[0],
  })),
  'a key is rejected from the millisecond it expires': inKeys((keys) => ({
    findByDigest: async (digest) => {
      const key = await keys.findByDigest(digest);
      return key && { ...key, expiresAt: key.expiresAt && key.expiresAt + 1 };
    },
  })),
  'a revoked key is refused at once, and the others are not': inKeys((keys) => {
    const found = new Map<string, ApiKey | undefined>();
    return {
      findByDigest: async (digest) => {
        const key = found.get(digest) ?? (await keys.findByDigest(digest));
        found.set(digest, key);
        return key;
      },
    };
  }),
  'the last use of a key is recorded, at most once a minute': inKeys((keys) => ({
    touch: (id, at) => keys.touch(id, at + 1),
  })),
  'keys are made, listed and revoked with the scope for that or as an administrator, and every key revokes itself':
    inKeys((keys) => ({ findByDigest: withScope(keys, 'keys:manage') })),
  'a key that another made expires no later, administrator or not': inKeys((keys) => ({
    findByDigest: async (digest) => {
      const key = await keys.findByDigest(digest);
      return key && { ...key, expiresAt: undefined };
    },
  })),
  'a key is refused from when one it descends from is revoked': inKeys((keys) => ({
    add: ({ parentId, ...key }) => keys.add(key),
  })),
  'a key makes none once it has ended, though it was let in before': inKeys((keys) => ({
    add: ({ parentId, ...key }) => keys.add(key),
  })),
  'the last key that administers is revoked when that is said only, by itself too': inKeys((keys) => ({
    revoke: (id, how) => keys.revoke(id, { ...how, lastAdmin: 'revoke' }),
  })),
  'acknowledged changes are there after a restart': (ports) => ports,
};

describe('the contract of accounts', () =>
  verifyFails({ contract: accountsContract, subject: { open, reopen: open }, saboteurs, it }));

function inAccounts(replacements: (accounts: AccountRepository) => Partial<AccountRepository>): Break {
  return (ports) => ({ ...ports, accounts: sabotaged(ports.accounts, replacements(ports.accounts)) });
}

function inKeys(replacements: (keys: ApiKeyRepository) => Partial<ApiKeyRepository>): Break {
  return (ports) => ({ ...ports, keys: sabotaged(ports.keys, replacements(ports.keys)) });
}

function addsAlways(accounts: AccountRepository): Partial<AccountRepository> {
  return {
    addFirst: async (account) => {
      await accounts.add(account);
      return account;
    },
  };
}

function withScope(keys: ApiKeyRepository, scope: Scope): ApiKeyRepository['findByDigest'] {
  return async (digest) => {
    const key = await keys.findByDigest(digest);
    return key && { ...key, scopes: [...key.scopes, scope] };
  };
}
