import { assert } from '../assert.js';
import { ScopeMissing, type Caller, type KeyCaller } from '@cairn/access';
import { InvalidInput } from '@cairn/kernel';
import { accountsOver, administratorOf, memberOf, type Accounts, type AccountsPorts } from './accounts.js';
import type { Contract } from '../contract.js';
import { rejection } from '../outcomes.js';

const PAGE = { limit: 50 };
const MINUTE_MS = 60_000;

/** Rules for creating, listing and revoking keys. */
export const keyManagementRules = {
  'keys are made, listed and revoked with the scope for that or as an administrator, and every key revokes itself':
    async ({ open }) => {
      const accounts = accountsOver(await open());
      const { caller: administrator } = await administratorOf(accounts);
      const reader = await memberOf(accounts, administrator, ['images:read']);
      const keeper = await childOf(accounts, administrator, {
        accountId: reader.accountId,
        scopes: ['images:read', 'keys:manage'],
      });
      for (const attempt of [
        () => accounts.createKey.execute(reader, { name: 'More', scopes: ['images:read'] }),
        () => accounts.listKeys.execute(reader, reader, PAGE),
        () => accounts.revokeKey.execute(reader, keeper.keyId),
        () => accounts.revokeKey.execute(reader, 'never-existed'),
      ]) {
        const error = await rejection(attempt());
        assert.ok(error instanceof ScopeMissing, error.code);
        assert.equal(error.scope, 'keys:manage');
      }
      const { key } = await accounts.createKey.execute(keeper, { name: 'More', scopes: ['images:read'] });
      assert.equal(key.parentId, keeper.keyId);
      assert.notEqual((await accounts.revokeKey.execute(keeper, key.id)).revokedAt, undefined);
      assert.notEqual((await accounts.revokeKey.execute(reader, reader.keyId)).revokedAt, undefined);
      const { items } = await accounts.listKeys.execute(keeper, keeper, PAGE);
      assert.equal(items.filter(({ revokedAt }) => revokedAt === undefined).length, 1);
    },

  'a key that another made expires no later, administrator or not': async ({ open }) => {
    const ports = await open();
    const accounts = accountsOver(ports);
    const { caller: administrator } = await administratorOf(accounts);
    const expiresAt = ports.clock.now() + MINUTE_MS;
    for (const scopes of [['keys:manage', 'images:read'], ['admin']] as const) {
      const maker = await childOf(accounts, administrator, { scopes, expiresAt });
      const request = { name: 'Heir', scopes: [scopes[0]] } as const;
      assert.equal((await accounts.createKey.execute(maker, request)).key.expiresAt, expiresAt);
      const late = accounts.createKey.execute(maker, { ...request, expiresAt: expiresAt + 1 });
      const error = await rejection(late);
      assert.ok(error instanceof InvalidInput, error.code);
      assert.deepEqual(
        error.faults.map(({ code }) => code),
        ['outlives-maker'],
      );
    }
  },

  'a key is refused from when one it descends from is revoked': async ({ open }) => {
    const accounts = accountsOver(await open());
    const { caller: administrator, secret } = await administratorOf(accounts);
    const parent = await childOf(accounts, administrator, { scopes: ['admin'] });
    const child = await childOf(accounts, parent, { scopes: ['keys:manage', 'images:read'] });
    const request = { name: 'Grandchild', scopes: ['images:read'] } as const;
    const grandchild = await accounts.createKey.execute(child, request);
    assert.equal((await accounts.authenticate.execute(grandchild.secret)).keyId, grandchild.key.id);
    await accounts.revokeKey.execute(administrator, parent.keyId);
    assert.equal((await rejection(accounts.authenticate.execute(grandchild.secret))).code, 'invalid-key');
    assert.deepEqual(await accounts.authenticate.execute(secret), administrator);
  },

  'a key makes none once it has ended, though it was let in before': async ({ open }) => {
    const accounts = accountsOver(await open());
    const { caller: administrator } = await administratorOf(accounts);
    const maker = await childOf(accounts, administrator, { scopes: ['keys:manage', 'images:read'] });
    await accounts.revokeKey.execute(administrator, maker.keyId);
    const late = accounts.createKey.execute(maker, { name: 'Late', scopes: ['images:read'] });
    assert.equal((await rejection(late)).code, 'invalid-key');
    assert.equal((await accounts.listKeys.execute(administrator, '*', PAGE)).items.length, 2);
  },

  'the last key that administers is revoked when that is said only, by itself too': async ({ open }) => {
    const accounts = accountsOver(await open());
    const { caller: administrator, secret } = await administratorOf(accounts);
    const heir = await childOf(accounts, administrator, { scopes: ['admin'] });
    for (const caller of [administrator, heir]) {
      const attempt = accounts.revokeKey.execute(caller, administrator.keyId);
      assert.equal((await rejection(attempt)).code, 'last-admin-key');
    }
    assert.deepEqual(await accounts.authenticate.execute(secret), administrator);
    await accounts.revokeKey.execute(administrator, heir.keyId);
    await accounts.revokeKey.execute(administrator, administrator.keyId, 'revoke');
    assert.equal((await rejection(accounts.authenticate.execute(secret))).code, 'invalid-key');
  },
} satisfies Contract<AccountsPorts>;

/** A caller with a key created by `maker`. */
async function childOf(
  accounts: Accounts,
  maker: Caller,
  request: Omit<Parameters<Accounts['createKey']['execute']>[1], 'name'>,
): Promise<KeyCaller> {
  const { secret } = await accounts.createKey.execute(maker, { name: 'Child', ...request });
  return await accounts.authenticate.execute(secret);
}
