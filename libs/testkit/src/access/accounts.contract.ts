import { assert } from '../assert.js';
import { KeySecret, ScopeMissing, scopes } from '@cairn/access';
import { InvalidInput } from '@cairn/kernel';
import { accountsOver, administratorOf, memberOf, type AccountsPorts } from './accounts.js';
import { authenticationRules } from './authentication.rules.js';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import { keyManagementRules } from './key-management.rules.js';
import { rejection } from '../outcomes.js';

const PAGE = { limit: 50 };

/** Behaviour of accounts and their keys over any set of adapters. */
export const accountsContract = {
  'the first start creates one account and one key with every scope, later ones create nothing': async ({
    open,
  }) => {
    const accounts = accountsOver(await open());
    const { caller, secret } = await administratorOf(accounts);
    assert.match(secret, /^cairn_[0-9A-Za-z]{36}$/);
    assert.deepEqual([...caller.scopes].sort(), [...scopes].sort());
    for (let start = 2; start <= 3; start += 1) {
      assert.equal(await accounts.bootstrap.execute(undefined), undefined);
    }
    const { items } = await accounts.listAccounts.execute(caller, PAGE);
    assert.deepEqual(
      items.map((account) => account.id),
      [caller.accountId],
    );
    assert.equal((await accounts.listKeys.execute(caller, '*', PAGE)).items.length, 1);
  },

  'a given key is added to the first account, once, whatever keys there are': async ({ open }) => {
    const ports = await open();
    const accounts = accountsOver(ports);
    const [given, another] = [KeySecret.create(ports.ids), KeySecret.create(ports.ids)];
    assert.equal(await accounts.bootstrap.execute(given), given.text);
    assert.equal(await accounts.bootstrap.execute(undefined), undefined);
    assert.equal(await accounts.bootstrap.execute(another), another.text);
    const caller = await accounts.authenticate.execute(given.text);
    const second = await accounts.authenticate.execute(another.text);
    assert.equal(second.accountId, caller.accountId);
    await accounts.revokeKey.execute(caller, caller.keyId);
    assert.equal(await accounts.bootstrap.execute(given), undefined);
    assert.equal((await rejection(accounts.authenticate.execute(given.text))).code, 'invalid-key');
    assert.equal((await accounts.listKeys.execute(second, '*', PAGE)).items.length, 2);
    assert.equal((await accounts.listAccounts.execute(second, PAGE)).items.length, 1);
  },

  'concurrent first starts with one key create it once, for one account': async ({ open }) => {
    const ports = await open();
    const accounts = accountsOver(ports);
    const given = KeySecret.create(ports.ids);
    const made = await Promise.all(several(10, () => accounts.bootstrap.execute(given)));
    assert.deepEqual(
      made.filter((secret) => secret !== undefined),
      [given.text],
    );
    const caller = await accounts.authenticate.execute(given.text);
    assert.equal((await accounts.listAccounts.execute(caller, PAGE)).items.length, 1);
    assert.equal((await accounts.listKeys.execute(caller, '*', PAGE)).items.length, 1);
  },

  'only the prefix and the digest of a secret are stored': async ({ open }) => {
    const ports = await open();
    const accounts = accountsOver(ports);
    const { caller } = await administratorOf(accounts);
    const request = { name: ' Laptop ', scopes: ['spaces:read', 'spaces:read'] } as const;
    const { key, secret } = await accounts.createKey.execute(caller, request);
    const stored = await ports.keys.get(key.id);
    assert.deepEqual([stored.name, stored.scopes], ['Laptop', ['spaces:read']]);
    assert.deepEqual([stored.hint, stored.digest], [secret.slice(0, 10), ports.digest.digest(secret)]);
    const everything = JSON.stringify((await accounts.listKeys.execute(caller, '*', PAGE)).items);
    assert.ok(!everything.includes(secret.slice(10)));
  },

  'only an administrator creates a key with more scopes than the caller has': async ({ open }) => {
    const accounts = accountsOver(await open());
    const { caller: administrator } = await administratorOf(accounts);
    const member = await memberOf(accounts, administrator);
    for (const scope of scopes.filter((each) => !member.scopes.includes(each))) {
      const request = { name: 'More', scopes: ['images:read', scope] } as const;
      const error = await rejection(accounts.createKey.execute(member, request));
      assert.ok(error instanceof ScopeMissing, error.code);
      assert.equal(error.scope, scope);
    }
    const { secret } = await accounts.createKey.execute(administrator, { name: 'Keys', scopes: ['admin'] });
    const keeper = await accounts.authenticate.execute(secret);
    await accounts.createKey.execute(keeper, { name: 'All', scopes });
    const { key } = await accounts.createKey.execute(member, { name: 'Less', scopes: ['images:read'] });
    assert.deepEqual([key.accountId, key.scopes], [member.accountId, ['images:read']]);
    const { items } = await accounts.listKeys.execute(member, member, PAGE);
    assert.deepEqual(items.map(({ name }) => name).sort(), ['Images', 'Less']);
  },

  'only administrators manage the keys of other accounts': async ({ open }) => {
    const accounts = accountsOver(await open());
    const { caller: administrator } = await administratorOf(accounts);
    const [member, other] = [
      await memberOf(accounts, administrator),
      await memberOf(accounts, administrator),
    ];
    const request = { accountId: other.accountId, name: 'Foreign', scopes: ['images:read'] } as const;
    for (const attempt of [
      () => accounts.createKey.execute(member, request),
      () => accounts.listKeys.execute(member, other, PAGE),
      () => accounts.listKeys.execute(member, '*', PAGE),
    ]) {
      assert.equal((await rejection(attempt())).code, 'scope-missing');
    }
    const absent = await rejection(accounts.revokeKey.execute(member, 'never-existed'));
    assert.equal(absent.code, 'key-not-found');
    assert.deepEqual(await rejection(accounts.revokeKey.execute(member, other.keyId)), absent);
    const { key } = await accounts.createKey.execute(administrator, request);
    assert.notEqual((await accounts.revokeKey.execute(administrator, key.id)).revokedAt, undefined);
    const { items } = await accounts.listKeys.execute(administrator, other, PAGE);
    const usable = new Map(items.map(({ id, revokedAt }) => [id, revokedAt === undefined]));
    assert.deepEqual(
      usable,
      new Map([
        [other.keyId, true],
        [key.id, false],
      ]),
    );
    assert.equal((await accounts.listKeys.execute(administrator, '*', PAGE)).items.length, 4);
  },

  'a key for an absent account is AccountNotFound': async ({ open }) => {
    const accounts = accountsOver(await open());
    const { caller } = await administratorOf(accounts);
    const request = { accountId: 'absent', name: 'Lost', scopes: ['images:read'] } as const;
    assert.equal((await rejection(accounts.createKey.execute(caller, request))).code, 'account-not-found');
    assert.equal((await accounts.listKeys.execute(caller, '*', PAGE)).items.length, 1);
  },

  'all faults of a key are reported together, and no key is created': async ({ open }) => {
    const ports = await open();
    const now = ports.clock.now();
    const accounts = accountsOver({ ...ports, clock: { now: () => now } });
    const { caller } = await administratorOf(accounts);
    const request = { name: ' ', scopes: [], expiresAt: now };
    const error = await rejection(accounts.createKey.execute(caller, request));
    assert.ok(error instanceof InvalidInput, error.code);
    assert.deepEqual(
      error.faults.map(({ pointer, code }) => `${pointer} ${code}`),
      ['/name invalid-length', '/scopes too-few-scopes', '/expiresAt invalid-time'],
    );
    assert.equal((await accounts.listKeys.execute(caller, '*', PAGE)).items.length, 1);
  },

  'accounts are opened and listed by administrators, and read by themselves too': async ({ open }) => {
    const accounts = accountsOver(await open());
    const { caller: administrator } = await administratorOf(accounts);
    const member = await memberOf(accounts, administrator);
    for (const attempt of [
      () => accounts.createAccount.execute(member, { name: 'Mine' }),
      () => accounts.listAccounts.execute(member, PAGE),
      () => accounts.readAccount.execute(member, administrator.accountId),
    ]) {
      assert.equal((await rejection(attempt())).code, 'scope-missing');
    }
    const bad = accounts.createAccount.execute(administrator, { name: 'x'.repeat(201) });
    assert.equal((await rejection(bad)).code, 'invalid-input');
    const own = await accounts.readAccount.execute(member, member.accountId);
    assert.deepEqual(await accounts.readAccount.execute(administrator, member.accountId), own);
    assert.equal(own.name, 'Member');
    const absent = accounts.readAccount.execute(administrator, 'absent');
    assert.equal((await rejection(absent)).code, 'account-not-found');
    const { items } = await accounts.listAccounts.execute(administrator, PAGE);
    assert.deepEqual(
      new Set(items.map(({ id }) => id)),
      new Set([administrator.accountId, member.accountId]),
    );
  },

  'acknowledged changes are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const accounts = accountsOver(ports);
    const { caller, secret } = await administratorOf(accounts);
    const account = await accounts.createAccount.execute(caller, { name: 'Kept' });
    const revoked = await accounts.createKey.execute(caller, { name: 'Revoked', scopes: ['images:read'] });
    await accounts.revokeKey.execute(caller, revoked.key.id);
    const again = accountsOver(await reopen(ports));
    const known = await again.authenticate.execute(secret);
    assert.deepEqual(await again.readAccount.execute(known, account.id), account);
    assert.equal((await rejection(again.authenticate.execute(revoked.secret))).code, 'invalid-key');
  },

  ...authenticationRules,
  ...keyManagementRules,
} satisfies Contract<AccountsPorts>;
