import { assert } from '../../assert.js';
import { anIdentity, aPasskey, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import { admitted, stated, type UserPorts } from './user-ports.js';

/** Rules for every `PasskeyRepository`. */
export const passkeyRepositoryContract = {
  'a credential finds its passkey and the user with every field, and any other finds none': async ({
    open,
  }) => {
    const ports = await open();
    const user = await admitted(ports);
    const passkey = aPasskey({ userId: user.id, credentialId: 'Ab_-', name: 'Zoë 🗝', lastUsedAt: 7 });
    await ports.passkeys.add(passkey);
    const found = await ports.passkeys.find('Ab_-');
    assert.deepEqual(stated(found?.passkey ?? {}), passkey);
    assert.deepEqual(stated(found?.user ?? {}), user);
    for (const other of ['ab_-', 'Ab%-', 'Ab_', '', '\0'])
      assert.equal(await ports.passkeys.find(other), undefined);
  },

  'passkeys of a user are listed with every field, oldest first': async ({ open }) => {
    const ports = await open();
    const [alice, bob] = [await admitted(ports), await admitted(ports)];
    await ports.passkeys.add(aPasskey({ userId: bob.id }));
    const late = aPasskey({ userId: alice.id, transports: [] });
    const early = aPasskey({ userId: alice.id, createdAt: 1 });
    for (const passkey of [late, early]) await ports.passkeys.add(passkey);
    assert.deepEqual((await ports.passkeys.list(alice.id)).map(stated), [early, late]);
    assert.deepEqual(await ports.passkeys.list('absent'), []);
  },

  'of users who add a credential at once one has it': async ({ open }) => {
    const ports = await open();
    const users = await Promise.all(several(4, () => admitted(ports)));
    const passkey = aPasskey();
    const { values, refusals } = await settle(
      users.map(({ id }) => ports.passkeys.add({ ...passkey, id: `of ${id}`, userId: id })),
    );
    assert.equal(values.length, 1);
    assertAll(refusals, 3, 'passkey-exists');
  },

  'add for a user who is not there is UserNotFound': async ({ open }) => {
    const { passkeys } = await open();
    const passkey = aPasskey({ userId: 'absent' });
    assert.equal((await rejection(passkeys.add(passkey))).code, 'user-not-found');
    assert.equal(await passkeys.find(passkey.credentialId), undefined);
  },

  'of uses with one counter at once one counts, and none with an earlier one': async ({ open }) => {
    const ports = await open();
    const { id: userId } = await admitted(ports);
    const passkey = aPasskey({ userId, counter: 5 });
    await ports.passkeys.add(passkey);
    const uses = await settle(several(4, () => ports.passkeys.use(passkey.id, { counter: 9, at: 20 })));
    assert.equal(uses.values.length, 1);
    assertAll(uses.refusals, 3, 'passkey-copied');
    for (const counter of [0, 5, 9])
      assert.equal(
        (await rejection(ports.passkeys.use(passkey.id, { counter, at: 30 }))).code,
        'passkey-copied',
      );
    const found = await ports.passkeys.find(passkey.credentialId);
    assert.deepEqual([found?.passkey.counter, found?.passkey.lastUsedAt], [9, 20]);
    assert.equal(
      (await rejection(ports.passkeys.use('absent', { counter: 1, at: 1 }))).code,
      'passkey-not-found',
    );
  },

  'a passkey that does not count is used any number of times': async ({ open }) => {
    const ports = await open();
    const { id: userId } = await admitted(ports);
    const passkey = aPasskey({ userId, counter: 0 });
    await ports.passkeys.add(passkey);
    for (const at of [20, 30])
      assert.deepEqual((await settle([ports.passkeys.use(passkey.id, { counter: 0, at })])).refusals, []);
    assert.equal((await ports.passkeys.find(passkey.credentialId))?.passkey.lastUsedAt, 30);
  },

  'remove ends a passkey of the user; any other is PasskeyNotFound and stays': async ({ open }) => {
    const ports = await open();
    const [alice, bob] = [await admitted(ports), await admitted(ports)];
    const [mine, theirs] = [aPasskey({ userId: alice.id }), aPasskey({ userId: bob.id })];
    for (const passkey of [mine, theirs]) await ports.passkeys.add(passkey);
    await ports.passkeys.remove(alice.id, mine.id);
    assert.equal(await ports.passkeys.find(mine.credentialId), undefined);
    const { refusals } = await settle([
      ports.passkeys.remove(alice.id, mine.id),
      ports.passkeys.remove(alice.id, theirs.id),
    ]);
    assertAll(refusals, 2, 'passkey-not-found');
    assert.equal((await ports.passkeys.find(theirs.credentialId))?.user.id, bob.id);
  },

  'of the passkey and the identity of a user without a password, removed at once, one stays': async ({
    open,
  }) => {
    const ports = await open();
    const user = await admitted(ports, { passwordHash: undefined });
    const [passkey, identity] = [aPasskey({ userId: user.id }), anIdentity({ userId: user.id })];
    await ports.passkeys.add(passkey);
    await ports.identities.add(identity);
    const { values, refusals } = await settle([
      ports.passkeys.remove(user.id, passkey.id),
      ports.identities.remove(user.id, identity.id),
    ]);
    assert.equal(values.length, 1);
    assertAll(refusals, 1, 'last-sign-in');
  },

  'the passkeys of a removed user are gone': async ({ open }) => {
    const ports = await open();
    const [alice, bob] = [await admitted(ports), await admitted(ports)];
    const [gone, kept] = [aPasskey({ userId: alice.id }), aPasskey({ userId: bob.id })];
    for (const passkey of [gone, kept]) await ports.passkeys.add(passkey);
    await ports.users.remove(alice.id, 5);
    assert.equal(await ports.passkeys.find(gone.credentialId), undefined);
    assert.deepEqual(await ports.passkeys.list(alice.id), []);
    assert.equal((await ports.passkeys.list(bob.id)).length, 1);
  },

  'passkeys are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const { id: userId } = await admitted(ports);
    const passkey = aPasskey({ userId });
    await ports.passkeys.add(passkey);
    assert.deepEqual((await (await reopen(ports)).passkeys.list(userId)).map(stated), [passkey]);
  },
} satisfies Contract<UserPorts>;
