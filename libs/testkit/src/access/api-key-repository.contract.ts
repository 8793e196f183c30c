import { assert } from '../assert.js';
import { scopes, type ApiKey } from '@cairn/access';
import type { ApiKeyRepository } from '@cairn/access/spi';
import { anApiKey, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { keyFamilyRules } from './key-family.rules.js';
import { keyNameRules } from './key-name.rules.js';
import { keyLimitRules } from './key-limit.rules.js';
import { lastAdminRules } from './last-admin.rules.js';
import { assertListed } from '../listings.js';
import { unusualStrings } from '../unusual-strings.js';
import { assertAll, rejection, settle } from '../outcomes.js';
import { revocation } from './revocation.js';
import { mutate } from '../mutate.js';

const AT_5 = revocation(5);

/** Rules for every `ApiKeyRepository`. */
export const apiKeyRepositoryContract = {
  'get, list and findByDigest return every field, set or not': async ({ open }) => {
    const keys = await open();
    const [bare, full] = [
      anApiKey(),
      anApiKey({ scopes: [...scopes].reverse(), expiresAt: 1_999_999_999_999 }),
    ];
    const child = anApiKey({ parentId: full.id });
    const stored = [bare, full, child];
    for (const key of stored) await keys.add(key);
    for (const key of stored) {
      assertSame(await keys.get(key.id), key);
      assertSame(await keys.findByDigest(key.digest), key);
    }
    const { items } = await keys.list('alice', { limit: 5 });
    assert.deepEqual(items.map(stated), stored.map(stated));
  },

  'unusual and long names are returned unchanged': async ({ open }) => {
    const keys = await open();
    const stored = [...unusualStrings, '🗝'.repeat(200)].map((name) =>
      anApiKey({ name, accountId: name, scopes: [] }),
    );
    for (const key of stored) await keys.add(key);
    for (const key of stored) assertSame(await keys.get(key.id), key);
  },

  'values passed in and returned are copies': async ({ open }) => {
    const keys = await open();
    const given = anApiKey();
    const expected = { ...given, scopes: [...given.scopes], revokedAt: 5 };
    await keys.add(given);
    mutate(given);
    mutate(await keys.revoke(expected.id, AT_5));
    mutate(await keys.get(expected.id));
    mutate(await keys.findByDigest(expected.digest));
    mutate(await keys.list('alice', { limit: 1 }));
    assertSame(await keys.get(expected.id), expected);
  },

  'get and revoke of an absent key are KeyNotFound': async ({ open }) => {
    const keys = await open();
    await keys.add(anApiKey({ id: 'Present' }));
    for (const id of ['absent', 'present', 'Presen_', 'P%', '', '\0', "'"]) {
      const { refusals } = await settle([keys.get(id), keys.revoke(id, AT_5)]);
      assertAll(refusals, 2, 'key-not-found');
    }
    assert.equal((await keys.get('Present')).revokedAt, undefined);
  },

  'a digest finds its own key, revoked or not, and any other digest finds none': async ({ open }) => {
    const keys = await open();
    const key = anApiKey({ digest: 'abc1'.repeat(16) });
    await keys.add(key);
    await keys.add(anApiKey());
    for (const digest of ['ABC1'.repeat(16), 'abc1'.repeat(15), '%', '', '\0']) {
      assert.equal(await keys.findByDigest(digest), undefined, JSON.stringify(digest));
    }
    await keys.revoke(key.id, AT_5);
    assertSame(await keys.findByDigest(key.digest), { ...key, revokedAt: 5 });
  },

  'add with the digest of a stored key is KeyExists, revoked or not, and stores nothing': async ({
    open,
  }) => {
    const keys = await open();
    const key = anApiKey();
    await keys.add(key);
    const rivals = several(2, () => anApiKey({ digest: key.digest, accountId: 'bob' }));
    for (const rival of rivals) {
      assert.equal((await rejection(keys.add(rival))).code, 'key-exists');
      assert.equal((await rejection(keys.get(rival.id))).code, 'key-not-found');
      await keys.revoke(key.id, AT_5);
    }
    await assertListed((page) => keys.list(undefined, page), [key.id]);
    assertSame(await keys.findByDigest(key.digest), { ...key, revokedAt: 5 });
  },

  'of concurrent adds of one digest exactly one succeeds': async ({ open }) => {
    const keys = await open();
    for (let round = 1; round <= 3; round += 1) {
      const { digest } = anApiKey();
      const rivals = several(20, () => anApiKey({ digest }));
      const { values, refusals } = await settle(rivals.map((rival) => keys.add(rival).then(() => rival)));
      assertAll(refusals, 19, 'key-exists');
      assert.deepEqual(
        values.map((key) => key.id),
        [(await keys.findByDigest(digest))?.id],
      );
      assert.equal((await keys.list(undefined, { limit: 50 })).items.length, round);
    }
  },

  'keys are listed oldest first, then by ascending identifier in code units, on pages of any size': async ({
    open,
  }) => {
    const keys = await open();
    for (const id of ['b', 'Z', 'a', '9', 'B', 'z', 'A']) await keys.add(anApiKey({ id, createdAt: 2_000 }));
    await keys.add(anApiKey({ id: 'newest', createdAt: 10_000 }));
    await keys.add(anApiKey({ id: 'oldest', createdAt: 999 }));
    const expected = ['oldest', '9', 'A', 'B', 'Z', 'a', 'b', 'z', 'newest'];
    await assertListed((page) => keys.list('alice', page), expected);
    await assertListed((page) => keys.list(undefined, page), expected);
  },

  'a listing shows the account’s keys, revoked ones too, or everyone’s': async ({ open }) => {
    const keys = await open();
    const stored = ['alice', 'Alice', 'bob'].map((accountId) => anApiKey({ accountId }));
    for (const key of stored) await keys.add(key);
    for (const key of stored) await keys.revoke(key.id, AT_5);
    for (const key of stored) await assertListed((page) => keys.list(key.accountId, page), [key.id]);
    await assertListed((page) => keys.list('%', page), []);
    await assertListed(
      (page) => keys.list(undefined, page),
      stored.map((key) => key.id),
    );
  },

  'a revoked key stays revoked, with the time of the first revocation': async ({ open }) => {
    const keys = await open();
    const [key, other] = [anApiKey(), anApiKey()];
    for (const each of [key, other]) await keys.add(each);
    assertSame(await keys.revoke(key.id, revocation(1_767_323_045_678)), {
      ...key,
      revokedAt: 1_767_323_045_678,
    });
    for (const at of [1, 1_999_999_999_999]) {
      assert.equal((await keys.revoke(key.id, revocation(at))).revokedAt, 1_767_323_045_678);
    }
    assert.equal((await keys.get(key.id)).revokedAt, 1_767_323_045_678);
    assertSame(await keys.get(other.id), other);
  },

  'concurrent revocations of one key agree on one time': async ({ open }) => {
    const keys = await open();
    for (const key of several(3, () => anApiKey())) {
      await keys.add(key);
      const revoked = await Promise.all(
        several(20, (number) => keys.revoke(key.id, revocation(1_000 + number))),
      );
      const { revokedAt } = await keys.get(key.id);
      assert.deepEqual(
        revoked.map((each) => each.revokedAt),
        revoked.map(() => revokedAt),
      );
    }
  },

  'of many keys those are usable that are neither revoked nor expired': async ({ open }) => {
    const keys = await open();
    const [usable, revoked, expiring, other] = [
      anApiKey({ id: 'Usable' }),
      anApiKey(),
      anApiKey({ expiresAt: 100 }),
      anApiKey(),
    ];
    for (const key of [usable, revoked, expiring, other]) await keys.add(key);
    await keys.revoke(revoked.id, AT_5);
    const asked = [usable.id, 'usable', '%', revoked.id, expiring.id];
    assert.deepEqual([...(await keys.listUsable(asked, 99))].sort(), [usable.id, expiring.id].sort());
    assert.deepEqual(await keys.listUsable(asked, 100), [usable.id]);
    const many = several(1_000, (number) => `absent-${number}`);
    assert.deepEqual(await keys.listUsable([...many, usable.id], 1), [usable.id]);
  },

  'touch records the latest use; an earlier one and an absent key change nothing': async ({ open }) => {
    const keys = await open();
    const [key, other] = [anApiKey(), anApiKey()];
    for (const each of [key, other]) await keys.add(each);
    await keys.touch(key.id, 1_767_323_045_678);
    assertSame(await keys.get(key.id), { ...key, lastUsedAt: 1_767_323_045_678 });
    await keys.touch(key.id, 1_767_323_045_677);
    assert.equal((await keys.get(key.id)).lastUsedAt, 1_767_323_045_678);
    await keys.touch(key.id, 1_767_323_045_679);
    assert.equal((await keys.get(key.id)).lastUsedAt, 1_767_323_045_679);
    await keys.touch('absent', 1);
    assertSame(await keys.get(other.id), other);
  },

  'concurrent touches and a revocation lose neither': async ({ open }) => {
    const keys = await open();
    for (const key of several(5, () => anApiKey())) {
      await keys.add(key);
      const touches = several(20, (number) => () => keys.touch(key.id, 1_000 + ((number * 7) % 20)));
      const changes = touches.toSpliced(10, 0, async () => {
        await keys.revoke(key.id, AT_5);
      });
      await Promise.all(changes.map((change) => change()));
      assertSame(await keys.get(key.id), { ...key, revokedAt: 5, lastUsedAt: 1_019 });
    }
  },

  ...keyNameRules,
  ...keyFamilyRules,
  ...keyLimitRules,
  ...lastAdminRules,

  'keys, uses and revocations are there after a restart': async ({ open, reopen }) => {
    const keys = await open();
    const key = anApiKey();
    await keys.add(key);
    await keys.revoke(key.id, AT_5);
    await keys.touch(key.id, 4);
    const again = await reopen(keys);
    assertSame(await again.findByDigest(key.digest), { ...key, revokedAt: 5, lastUsedAt: 4 });
  },
} satisfies Contract<ApiKeyRepository>;

function assertSame(actual: ApiKey | undefined, expected: ApiKey): void {
  assert.deepEqual(actual && stated(actual), stated(expected));
}

/** The defined fields: an absent field equals `undefined`. */
function stated(key: ApiKey): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(key).filter(([, value]) => value !== undefined));
}
