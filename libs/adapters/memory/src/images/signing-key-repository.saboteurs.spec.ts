import { describe, it } from '@jest/globals';
import { SigningKeyLimitReached } from '@cairn/images';
import { MAX_SIGNING_KEYS, type SigningKey, type SigningKeyRepository } from '@cairn/images/spi';
import { later, sabotaged, signingKeyRepositoryContract, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemorySigningKeyRepository } from './memory-signing-key-repository.js';

const open = async (): Promise<SigningKeyRepository> => new MemorySigningKeyRepository();

const saboteurs: Saboteurs<SigningKeyRepository, typeof signingKeyRepositoryContract> = {
  'a name finds its key with every field, and any other name finds none': (keys) =>
    sabotaged(keys, { findByName: (name) => keys.findByName(name.toLowerCase()) }),
  'a key whose name is taken is SigningKeyExists, and the first stays as it is': (keys) =>
    sabotaged(keys, {
      add: async (key) => {
        const taken = await keys.findByName(key.name);
        if (taken !== undefined) await keys.remove(taken.id);
        await keys.add(key);
      },
    }),
  'of concurrent keys of one name one is added': (keys) =>
    sabotaged(keys, {
      add: async (key) => {
        const taken = await keys.findByName(key.name);
        await later();
        await (taken === undefined ? keys.add(key).catch(() => undefined) : keys.add(key));
      },
    }),
  'keys are listed oldest first, then by ascending identifier': (keys) =>
    sabotaged(keys, { list: async () => [...(await keys.list())].reverse() }),
  'a removed key is not found any more, at once, and an absent one is SigningKeyNotFound': (keys) => {
    const found = new Map<string, SigningKey | undefined>();
    return sabotaged(keys, {
      findByName: async (name) => {
        const key = found.get(name) ?? (await keys.findByName(name));
        found.set(name, key);
        return key;
      },
    });
  },
  'the name of a removed key finds the next one that gets it': (keys) => {
    const used = new Set<string>();
    return sabotaged(keys, {
      add: async (key) => {
        if (!used.has(key.name)) await keys.add(key);
        used.add(key.name);
      },
    });
  },
  'there are no more keys than allowed, however many are added at once, and a removed one makes room': (
    keys,
  ) => {
    let count = 0;
    return sabotaged(keys, {
      add: async (key) => {
        if (count >= MAX_SIGNING_KEYS) throw new SigningKeyLimitReached(MAX_SIGNING_KEYS);
        await later();
        count += 1;
        await keys.add(key).catch(() => undefined);
      },
    });
  },
  'keys are there after a restart': (keys) => keys,
};

describe('the contract of signing key repositories', () =>
  verifyFails({ contract: signingKeyRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
