import { assert } from '../assert.js';
import { KeySecret } from '@cairn/access';
import type { ApiKeyRepository } from '@cairn/access/spi';
import { accountsOver, administratorOf, type AccountsPorts } from './accounts.js';
import type { Contract } from '../contract.js';
import { rejection } from '../outcomes.js';
import { shiftedClock } from '../shifted-clock.js';

const MINUTE_MS = 60_000;

/** Rules for authentication by key. */
export const authenticationRules = {
  'a key lets its account in, with the scopes it has and no others': async ({ open }) => {
    const accounts = accountsOver(await open());
    const { caller } = await administratorOf(accounts);
    const request = { name: 'Reader', scopes: ['spaces:read', 'images:read'] } as const;
    const { key, secret } = await accounts.createKey.execute(caller, request);
    assert.deepEqual(await accounts.authenticate.execute(secret), {
      accountId: caller.accountId,
      keyId: key.id,
      userId: undefined,
      scopes: ['spaces:read', 'images:read'],
      expiresAt: undefined,
    });
  },

  'a malformed key is refused without touching the store, a well-formed one is looked up': async ({
    open,
  }) => {
    const ports = await open();
    const { secret } = await administratorOf(accountsOver(ports));
    const asked: string[] = [];
    const keys = recording(ports.keys, asked);
    const { authenticate } = accountsOver({ ...ports, keys });
    const last = secret.slice(-1) === '0' ? '1' : '0';
    const malformed = [
      '',
      'cairn_',
      secret.slice(0, -1),
      `${secret} `,
      `${secret}\n`,
      secret.replace('_', '-'),
    ];
    for (const text of [
      ...malformed,
      secret.toUpperCase(),
      secret.slice(0, -1) + last,
      'x'.repeat(100_000),
    ]) {
      assert.equal((await rejection(authenticate.execute(text))).code, 'invalid-key');
    }
    assert.deepEqual(asked, []);
    await authenticate.execute(secret);
    assert.deepEqual(asked, [ports.digest.digest(secret)]);
  },

  'a well-formed key that was never made is refused': async ({ open }) => {
    const ports = await open();
    const accounts = accountsOver(ports);
    await administratorOf(accounts);
    const { text } = KeySecret.create(ports.ids);
    assert.equal((await rejection(accounts.authenticate.execute(text))).code, 'invalid-key');
  },

  'a key is rejected from the millisecond it expires': async ({ open }) => {
    const ports = await open();
    const { caller } = await administratorOf(accountsOver(ports));
    const start = ports.clock.now();
    const clock = { now: () => start };
    const expiresAt = start + MINUTE_MS;
    const request = { name: 'Short', scopes: ['images:read'], expiresAt } as const;
    const { key, secret } = await accountsOver({ ...ports, clock }).createKey.execute(caller, request);
    assert.equal(key.expiresAt, expiresAt);
    const before = accountsOver({ ...ports, clock: shiftedClock(clock, MINUTE_MS - 1) });
    assert.equal((await before.authenticate.execute(secret)).keyId, key.id);
    const after = accountsOver({ ...ports, clock: shiftedClock(clock, MINUTE_MS) });
    assert.equal((await rejection(after.authenticate.execute(secret))).code, 'invalid-key');
  },

  'a revoked key is refused at once, and the others are not': async ({ open }) => {
    const accounts = accountsOver(await open());
    const { caller, secret } = await administratorOf(accounts);
    const made = await accounts.createKey.execute(caller, { name: 'Lost', scopes: ['images:read'] });
    assert.equal((await accounts.authenticate.execute(made.secret)).keyId, made.key.id);
    const first = await accounts.revokeKey.execute(caller, made.key.id);
    assert.equal((await rejection(accounts.authenticate.execute(made.secret))).code, 'invalid-key');
    assert.deepEqual(await accounts.revokeKey.execute(caller, made.key.id), first);
    assert.deepEqual(await accounts.authenticate.execute(secret), caller);
  },

  'the last use of a key is recorded, at most once a minute': async ({ open }) => {
    const ports = await open();
    const { caller, secret } = await administratorOf(accountsOver(ports));
    const { lastUsedAt: first } = await ports.keys.get(caller.keyId);
    assert.ok(first !== undefined, 'the first use is not noted');
    for (const [sinceMs, expected] of [
      [1, first],
      [MINUTE_MS - 1, first],
      [MINUTE_MS, first + MINUTE_MS],
      [MINUTE_MS + 1, first + MINUTE_MS],
    ] as const) {
      const clock = { now: () => first + sinceMs };
      await accountsOver({ ...ports, clock }).authenticate.execute(secret);
      assert.equal((await ports.keys.get(caller.keyId)).lastUsedAt, expected);
    }
  },
} satisfies Contract<AccountsPorts>;

/** Records every digest that is looked up. Only `findByDigest` and `touch` may be called. */
function recording(keys: ApiKeyRepository, asked: string[]): ApiKeyRepository {
  const unexpected = (): never => assert.fail('nothing else of the store is needed');
  return {
    findByDigest: (digest) => {
      asked.push(digest);
      return keys.findByDigest(digest);
    },
    touch: (id, at) => keys.touch(id, at),
    add: unexpected,
    get: unexpected,
    list: unexpected,
    listUsable: unexpected,
    revoke: unexpected,
    find: unexpected,
    rename: unexpected,
  };
}
