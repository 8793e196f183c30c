import { assert } from '../assert.js';
import type { ApiKey } from '@cairn/access';
import type { ApiKeyRepository } from '@cairn/access/spi';
import { anApiKey, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { assertListed } from '../listings.js';
import { assertAll, rejection, settle } from '../outcomes.js';
import { revocation } from './revocation.js';

const END = 1_999_999_999_999;

const childOf = (parent: ApiKey, given: Partial<ApiKey> = {}): ApiKey =>
  anApiKey({ parentId: parent.id, ...given });

/** Rules for keys created by other keys. */
export const keyFamilyRules = {
  'add under a parent that is revoked, expired or not there is InvalidKey, and stores nothing': async ({
    open,
  }) => {
    const keys = await open();
    const [revoked, expiring] = [anApiKey(), anApiKey({ expiresAt: END })];
    for (const key of [revoked, expiring]) await keys.add(key);
    await keys.revoke(revoked.id, revocation(5));
    const refused = [
      childOf(revoked),
      childOf(expiring, { createdAt: END }),
      anApiKey({ parentId: 'absent' }),
      anApiKey({ parentId: revoked.id.slice(1) }),
    ];
    for (const key of refused) {
      assert.equal((await rejection(keys.add(key))).code, 'invalid-key');
      assert.equal((await rejection(keys.get(key.id))).code, 'key-not-found');
    }
    const child = childOf(expiring, { createdAt: END - 1 });
    await keys.add(child);
    await assertListed((page) => keys.list(undefined, page), [revoked.id, expiring.id, child.id]);
  },

  'revoke takes all that descend from a key, whosever they are, and no other': async ({ open }) => {
    const keys = await open();
    const [root, stranger] = [anApiKey(), anApiKey()];
    const [child, sibling] = [childOf(root), childOf(root, { accountId: 'bob' })];
    const grandchild = childOf(child, { accountId: 'carol', expiresAt: END });
    const earlier = childOf(child);
    const last = childOf(grandchild);
    for (const key of [root, stranger, child, sibling, grandchild, earlier, last]) await keys.add(key);
    await keys.revoke(earlier.id, revocation(5));
    await keys.revoke(child.id, revocation(7));
    assert.deepEqual(await revokedOf(keys, [child, grandchild, last]), [7, 7, 7]);
    assert.deepEqual(await revokedOf(keys, [root, stranger, sibling]), [undefined, undefined, undefined]);
    await keys.revoke(root.id, revocation(9));
    assert.deepEqual(await revokedOf(keys, [root, sibling, earlier, child, grandchild, last, stranger]), [
      9,
      9,
      5,
      7,
      7,
      7,
      undefined,
    ]);
  },

  'a key that is added while one it descends from is revoked is refused, or revoked too': async ({
    open,
  }) => {
    const keys = await open();
    for (let round = 1; round <= 8; round += 1) {
      const root = anApiKey();
      const parent = childOf(root);
      for (const key of [root, parent]) await keys.add(key);
      const children = several(12, () => childOf(parent));
      const add = (child: ApiKey): Promise<ApiKey> => keys.add(child).then(() => child);
      const early = children.slice(0, round).map(add);
      const revoked = keys.revoke(root.id, revocation(5));
      const late = children.slice(round).map(add);
      const { values, refusals } = await settle([...early, ...late, revoked]);
      assertAll(refusals, refusals.length, 'invalid-key');
      assert.equal(values.length + refusals.length, children.length + 1);
      assert.deepEqual(
        await revokedOf(keys, values),
        values.map(() => 5),
      );
    }
  },
} satisfies Contract<ApiKeyRepository>;

async function revokedOf(
  keys: ApiKeyRepository,
  family: readonly ApiKey[],
): Promise<readonly (number | undefined)[]> {
  const stored = await Promise.all(family.map(({ id }) => keys.get(id)));
  return stored.map((key) => key.revokedAt);
}
