import { CreateApiKey, CreateLink, type ApiKey, type Link } from '@cairn/access';
import {
  CreateSpace,
  FeatureRules,
  ownerCaller,
  RestoreSpace,
  SpaceStorage,
  type Space,
} from '@cairn/spaces';
import { aLink, anApiKey, aSpace, sabotaged } from '@cairn/testkit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ManualClock } from '../kernel/manual-clock.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';
import { MemoryAccountRepository } from './memory-account-repository.js';
import { MemoryApiKeyRepository } from './memory-api-key-repository.js';
import { knownLinkSecrets } from './known-link-secrets.spec.kit.js';
import { MemoryLinkRepository } from './memory-link-repository.js';
import { MemoryPasswordHash } from './users/memory-password-hash.js';

/** Stores enforce these limits. The contracts have a rule for that. */
describe('an account may have', () => {
  let limits: (number | undefined)[];
  beforeEach(() => void (limits = []));
  const clock = new ManualClock(1_800_000_000_000);
  const ids = new SequenceIdGenerator();
  const digest = { digest: (secret: string) => secret };

  it('10,000 links', async () => {
    const links = sabotaged(new MemoryLinkRepository(), {
      add: async (_: Link, limit?: number) => void limits.push(limit),
    });
    const create = new CreateLink({
      links,
      digest,
      secrets: knownLinkSecrets(),
      passwords: new MemoryPasswordHash(),
      clock,
      ids,
    });
    await create.execute('alice', { resource: aLink().resource });
    expect(limits).toEqual([10_000]);
  });

  it('1,000 keys', async () => {
    const accounts = new MemoryAccountRepository();
    await accounts.add({ id: 'alice', name: 'Alice', createdAt: 1 });
    const keys = sabotaged(new MemoryApiKeyRepository(), {
      add: async (_: ApiKey, limit?: number) => void limits.push(limit),
    });
    const caller = { accountId: 'alice', keyId: anApiKey().id, scopes: ['keys:manage'] } as const;
    await new CreateApiKey({ accounts, keys, digest, clock, ids }).execute(caller, {
      name: 'Web site',
      scopes: ['keys:manage'],
    });
    expect(limits).toEqual([1_000]);
  });

  it('10,000 spaces, unless a token says otherwise', async () => {
    const maxSpaces = 3;
    const spaces = sabotaged(new MemorySpaceRepository(), {
      add: async (_: Space, given) => void limits.push(given?.maxSpaces),
      restore: async (given) => {
        limits.push(given.maxSpaces);
        return aSpace();
      },
    });
    const create = new CreateSpace({ spaces, storage: new SpaceStorage('test'), clock, ids });
    const alice = ownerCaller({ owner: 'alice' });
    for (const caller of [alice, { ...alice, limits: { maxSpaces } }])
      await create.execute(caller, { title: 'Trees', description: '' });
    await new RestoreSpace({ spaces, clock, rules: new FeatureRules() }).execute('alice', 'entry');
    expect(limits).toEqual([10_000, maxSpaces, 10_000]);
  });
});
