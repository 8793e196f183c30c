import { describe, it } from '@jest/globals';
import { InvalidKey, KeyLimitReached, type ApiKey } from '@cairn/access';
import { administers, type ApiKeyRepository } from '@cairn/access/spi';
import { apiKeyRepositoryContract, later, sabotaged, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryApiKeyRepository } from './memory-api-key-repository.js';

const open = async (): Promise<ApiKeyRepository> => new MemoryApiKeyRepository();

const saboteurs: Saboteurs<ApiKeyRepository, typeof apiKeyRepositoryContract> = {
  'get, list and findByDigest return every field, set or not': (keys) =>
    sabotaged(keys, { add: (key) => keys.add({ ...key, expiresAt: key.expiresAt ?? 0 }) }),
  'unusual and long names are returned unchanged': (keys) =>
    sabotaged(keys, { add: (key) => keys.add({ ...key, name: key.name.normalize('NFC') }) }),
  'values passed in and returned are copies': (keys) => {
    const kept = new Map<string, ApiKey>();
    return sabotaged(keys, {
      get: async (id) => {
        const key = kept.get(id) ?? (await keys.get(id));
        kept.set(id, key);
        return key;
      },
    });
  },
  'get and revoke of an absent key are KeyNotFound': (keys) =>
    sabotaged(keys, { revoke: (id, how) => keys.revoke('Present', how).catch(() => keys.revoke(id, how)) }),
  'a digest finds its own key, revoked or not, and any other digest finds none': (keys) =>
    sabotaged(keys, {
      findByDigest: async (digest) => {
        const key = await keys.findByDigest(digest);
        return key?.revokedAt === undefined ? key : undefined;
      },
    }),
  'add with the digest of a stored key is KeyExists, revoked or not, and stores nothing': (keys) =>
    sabotaged(keys, {
      add: async (key) => {
        const stored = await keys.findByDigest(key.digest);
        await keys.add(stored?.revokedAt === undefined ? key : { ...key, digest: key.id });
      },
    }),
  'of concurrent adds of one digest exactly one succeeds': (keys) =>
    sabotaged(keys, {
      add: async (key) => {
        const free = (await keys.findByDigest(key.digest)) === undefined;
        await later();
        await keys.add(key).catch((error: unknown) => {
          if (!free) throw error;
        });
      },
    }),
  'an account has at most the given number of keys that are not revoked, also of concurrent ones': (keys) =>
    sabotaged(keys, {
      add: async (key, limit = Infinity) => {
        const { items } = await keys.list(key.accountId, { limit: 99 });
        await later();
        if (items.filter(({ revokedAt }) => revokedAt === undefined).length >= limit)
          throw new KeyLimitReached(limit);
        await keys.add(key);
      },
    }),
  'of more revoked keys than that the oldest are forgotten, but for those that made one that is kept': (
    keys,
  ) => sabotaged(keys, { add: (key) => keys.add(key) }),
  'keys are listed oldest first, then by ascending identifier in code units, on pages of any size': (keys) =>
    sabotaged(keys, {
      list: async (accountId, page) => {
        const { items, ...rest } = await keys.list(accountId, page);
        const order = (left: ApiKey, right: ApiKey): number =>
          left.createdAt - right.createdAt || left.id.localeCompare(right.id);
        return { ...rest, items: [...items].sort(order) };
      },
    }),
  'a listing shows the account’s keys, revoked ones too, or everyone’s': (keys) =>
    sabotaged(keys, {
      list: async (accountId, page) => {
        const { items } = await keys.list(accountId, page);
        return { items: items.filter((key) => key.revokedAt === undefined) };
      },
    }),
  'a revoked key stays revoked, with the time of the first revocation': (keys) =>
    sabotaged(keys, { revoke: async (id, how) => ({ ...(await keys.revoke(id, how)), revokedAt: how.at }) }),
  'concurrent revocations of one key agree on one time': (keys) =>
    sabotaged(keys, {
      revoke: async (id, how) => {
        const { revokedAt = how.at } = await keys.get(id);
        await later();
        return { ...(await keys.revoke(id, { ...how, at: revokedAt })), revokedAt };
      },
    }),
  'of many keys those are usable that are neither revoked nor expired': (keys) =>
    sabotaged(keys, { listUsable: (ids, now) => keys.listUsable(ids, now - 1) }),
  'touch records the latest use; an earlier one and an absent key change nothing': (keys) => {
    const touched = new Map<string, number>();
    return sabotaged(keys, {
      touch: async (id, at) => void touched.set(id, at),
      get: async (id) => {
        const lastUsedAt = touched.get(id);
        return lastUsedAt === undefined ? await keys.get(id) : { ...(await keys.get(id)), lastUsedAt };
      },
    });
  },
  'find returns those of the given keys that there are, once, also revoked ones': (keys) =>
    sabotaged(keys, {
      find: async (ids) => (await keys.find(ids)).filter(({ revokedAt }) => revokedAt === undefined),
    }),
  'rename changes the name of one key and nothing else; of an absent one it is KeyNotFound': (keys) =>
    sabotaged(keys, { rename: async (id, name) => ({ ...(await keys.get(id)), name }) }),
  'concurrent touches and a revocation lose neither': (keys) => {
    const rows = new Map<string, ApiKey>();
    const save = async (key: ApiKey): Promise<ApiKey> => {
      await later();
      rows.set(key.id, key);
      return key;
    };
    const load = async (id: string): Promise<ApiKey> => rows.get(id) ?? (await keys.get(id));
    return sabotaged(keys, {
      get: load,
      touch: async (id, at) => void (await save({ ...(await load(id)), lastUsedAt: at })),
      revoke: async (id, { at }) => await save({ ...(await load(id)), revokedAt: at }),
    });
  },

  'add under a parent that is revoked, expired or not there is InvalidKey, and stores nothing': (keys) =>
    sabotaged(keys, { add: (key) => keys.add({ ...key, createdAt: key.createdAt - 1 }) }),
  'revoke takes all that descend from a key, whosever they are, and no other': (keys) =>
    sabotaged(keys, {
      add: ({ parentId, ...key }) => keys.add(key.accountId === 'alice' ? { ...key, parentId } : key),
    }),
  'a key that is added while one it descends from is revoked is refused, or revoked too': (keys) =>
    sabotaged(keys, {
      add: async ({ parentId, ...key }) => {
        const parent = parentId === undefined ? undefined : await keys.get(parentId);
        if (parent?.revokedAt !== undefined) throw new InvalidKey();
        await later();
        await keys.add({ ...key, parentId }).catch(() => keys.add(key));
      },
    }),
  'revoke of the last key that administers is LastAdminKey and changes nothing, unless it is wanted': (
    keys,
  ) => sabotaged(keys, { revoke: (id, { at }) => keys.revoke(id, { at, lastAdmin: 'refuse' }) }),
  'revoke of a key whose descendants are the last that administer is LastAdminKey, and they stay': (keys) =>
    sabotaged(keys, {
      revoke: async (id, how) => {
        const { items } = await keys.list(undefined, { limit: 50 });
        const others = items.filter((key) => key.id !== id && key.scopes.includes('admin'));
        return await keys.revoke(id, others.length > 0 ? { ...how, lastAdmin: 'revoke' } : how);
      },
    }),
  'of administrator keys revoked concurrently one stays': (keys) =>
    sabotaged(keys, {
      revoke: async (id, how) => {
        const { items } = await keys.list(undefined, { limit: 50 });
        const isLast = items.filter((key) => administers(key, how.at)).length === 1;
        await later();
        return await keys.revoke(id, isLast ? how : { ...how, lastAdmin: 'revoke' });
      },
    }),

  'keys, uses and revocations are there after a restart': (keys) => keys,
};

describe('the contract of API key repositories', () =>
  verifyFails({ contract: apiKeyRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
