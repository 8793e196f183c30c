import { assert } from '../assert.js';
import type { ApiKeyRepository } from '@cairn/access/spi';
import { anApiKey, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { assertListed } from '../listings.js';
import { assertAll, rejection, settle } from '../outcomes.js';
import { revocation } from './revocation.js';

const AT_5 = revocation(5);

/** Rules about how many keys an account has. */
export const keyLimitRules = {
  'an account has at most the given number of keys that are not revoked, also of concurrent ones': async ({
    open,
  }) => {
    const keys = await open();
    await keys.add(anApiKey({ accountId: 'bob' }), 3);
    const first = anApiKey({ expiresAt: 1 });
    await keys.add(first, 3);
    const { values, refusals } = await settle(several(6, () => keys.add(anApiKey(), 3)));
    assert.equal(values.length, 2);
    assertAll(refusals, 4, 'key-limit-reached');
    await keys.revoke(first.id, AT_5);
    await keys.add(anApiKey({ parentId: undefined }), 3);
    assert.equal((await rejection(keys.add(anApiKey(), 3))).code, 'key-limit-reached');
    assert.equal((await keys.list('alice', { limit: 9 })).items.length, 4);
  },

  'of more revoked keys than that the oldest are forgotten, but for those that made one that is kept':
    async ({ open }) => {
      const keys = await open();
      const parent = anApiKey({ createdAt: 1 });
      const children = several(3, (number) => anApiKey({ parentId: parent.id, createdAt: 3 + number }));
      const other = anApiKey({ accountId: 'bob', createdAt: 2 });
      for (const key of [parent, ...children, other]) await keys.add(key);
      await keys.revoke(parent.id, AT_5);
      await keys.revoke(other.id, AT_5);
      const added = anApiKey();
      await keys.add(added, 2);
      const [, , last] = children;
      const kept = [parent, other, last ?? parent, added].map(({ id }) => id);
      await assertListed((page) => keys.list(undefined, page), kept);
      for (const { id, digest } of children.slice(0, 2)) {
        assert.equal((await rejection(keys.get(id))).code, 'key-not-found');
        assert.equal(await keys.findByDigest(digest), undefined);
      }
    },
} satisfies Contract<ApiKeyRepository>;
