import { assert } from '../assert.js';
import type { ApiKey } from '@cairn/access';
import { isUsable, type ApiKeyRepository } from '@cairn/access/spi';
import { anApiKey, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { assertAll, rejection, settle } from '../outcomes.js';
import { revocation } from './revocation.js';

const NOW = 1_999_999_999_998;

const anAdminKey = (given: Partial<ApiKey> = {}): ApiKey =>
  anApiKey({ scopes: ['images:read', 'admin'], ...given });

/** Rules for the last administrator key. */
export const lastAdminRules = {
  'revoke of the last key that administers is LastAdminKey and changes nothing, unless it is wanted': async ({
    open,
  }) => {
    const keys = await open();
    const [last, expired, revoked, reader] = [
      anAdminKey(),
      anAdminKey({ expiresAt: NOW }),
      anAdminKey(),
      anApiKey({ name: 'admin' }),
    ];
    for (const key of [last, expired, revoked, reader]) await keys.add(key);
    await keys.revoke(revoked.id, revocation(NOW));
    await assertLast(keys, last);
    for (const key of [expired, revoked, reader]) await keys.revoke(key.id, revocation(NOW));
    await assertLast(keys, last);
    assert.equal((await keys.revoke(last.id, { at: NOW, lastAdmin: 'revoke' })).revokedAt, NOW);
    assert.equal((await keys.revoke(last.id, revocation(NOW + 1))).revokedAt, NOW);
  },

  'revoke of a key whose descendants are the last that administer is LastAdminKey, and they stay': async ({
    open,
  }) => {
    const keys = await open();
    const root = anAdminKey();
    const child = anAdminKey({ parentId: root.id, expiresAt: NOW + 1 });
    const [grandchild, reader] = [anAdminKey({ parentId: child.id }), anApiKey({ parentId: root.id })];
    for (const key of [root, child, grandchild, reader]) await keys.add(key);
    await assertLast(keys, root);
    for (const key of [child, grandchild, reader]) {
      assert.equal((await keys.get(key.id)).revokedAt, undefined);
    }
    await keys.add(anAdminKey());
    assert.equal((await keys.revoke(root.id, revocation(NOW))).revokedAt, NOW);
    assert.equal((await keys.get(grandchild.id)).revokedAt, NOW);
  },

  'of administrator keys revoked concurrently one stays': async ({ open }) => {
    const keys = await open();
    let usable: readonly ApiKey[] = [];
    for (let round = 1; round <= 4; round += 1) {
      const added = several(5, () => anAdminKey());
      for (const key of added) await keys.add(key);
      const administrators = [...usable, ...added];
      const { values, refusals } = await settle(
        administrators.map(({ id }) => keys.revoke(id, revocation(NOW))),
      );
      assert.equal(values.length, administrators.length - 1);
      assertAll(refusals, 1, 'last-admin-key');
      const { items } = await keys.list(undefined, { limit: 50 });
      usable = items.filter((key) => isUsable(key, NOW));
      assert.equal(usable.length, 1);
    }
  },
} satisfies Contract<ApiKeyRepository>;

async function assertLast(keys: ApiKeyRepository, key: ApiKey): Promise<void> {
  assert.equal((await rejection(keys.revoke(key.id, revocation(NOW)))).code, 'last-admin-key');
  assert.equal((await keys.get(key.id)).revokedAt, undefined);
}
