import { assert } from '../../assert.js';
import { anIdentity, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import { admitted, stated, type UserPorts } from './user-ports.js';

/** Rules for every `IdentityRepository`. */
export const identityRepositoryContract = {
  'an identity finds its user, by exactly its issuer and its subject': async ({ open }) => {
    const ports = await open();
    const user = await admitted(ports);
    const identity = anIdentity({ userId: user.id, subject: 'Ab%' });
    await ports.identities.add(identity);
    assert.deepEqual(stated((await ports.identities.findUser(identity)) ?? {}), user);
    for (const other of [
      { ...identity, subject: 'ab%' },
      { ...identity, subject: 'Ab' },
      { ...identity, issuer: `${identity.issuer}/` },
      { ...identity, issuer: identity.issuer.toUpperCase() },
      { issuer: '', subject: '' },
    ])
      assert.equal(await ports.identities.findUser(other), undefined);
  },

  'identities of a user are listed with every field, oldest first': async ({ open }) => {
    const ports = await open();
    const [alice, bob] = [await admitted(ports), await admitted(ports)];
    await ports.identities.add(anIdentity({ userId: bob.id }));
    const [late, early] = [anIdentity({ userId: alice.id }), anIdentity({ userId: alice.id, createdAt: 1 })];
    for (const identity of [late, early]) await ports.identities.add(identity);
    assert.deepEqual(await ports.identities.list(alice.id), [early, late]);
    assert.deepEqual(await ports.identities.list('absent'), []);
  },

  'of users who take an identity at once one has it': async ({ open }) => {
    const ports = await open();
    const users = await Promise.all(several(4, () => admitted(ports)));
    const identity = anIdentity();
    const { values, refusals } = await settle(
      users.map(({ id }) => ports.identities.add({ ...identity, id: `of ${id}`, userId: id })),
    );
    assert.equal(values.length, 1);
    assertAll(refusals, 3, 'identity-taken');
    const holder = await ports.identities.findUser(identity);
    assert.ok(holder);
    const again = ports.identities.add({ ...identity, id: 'again', userId: holder.id });
    assert.equal((await rejection(again)).code, 'identity-taken');
  },

  'add for a user who is not there is UserNotFound': async ({ open }) => {
    const { identities } = await open();
    const identity = anIdentity({ userId: 'absent' });
    assert.equal((await rejection(identities.add(identity))).code, 'user-not-found');
    assert.deepEqual(await identities.list('absent'), []);
  },

  'remove ends an identity of the user; any other is IdentityNotFound and stays': async ({ open }) => {
    const ports = await open();
    const [alice, bob] = [await admitted(ports), await admitted(ports)];
    const [mine, theirs] = [anIdentity({ userId: alice.id }), anIdentity({ userId: bob.id })];
    for (const identity of [mine, theirs]) await ports.identities.add(identity);
    await ports.identities.remove(alice.id, mine.id);
    assert.equal(await ports.identities.findUser(mine), undefined);
    const { refusals } = await settle([
      ports.identities.remove(alice.id, mine.id),
      ports.identities.remove(alice.id, theirs.id),
    ]);
    assertAll(refusals, 2, 'identity-not-found');
    assert.equal((await ports.identities.findUser(theirs))?.id, bob.id);
  },

  'of the identities of a user without a password, removed at once, one stays': async ({ open }) => {
    const ports = await open();
    const user = await admitted(ports, { passwordHash: undefined });
    const owned = several(3, () => anIdentity({ userId: user.id }));
    for (const identity of owned) await ports.identities.add(identity);
    const { values, refusals } = await settle(owned.map(({ id }) => ports.identities.remove(user.id, id)));
    assert.equal(values.length, 2);
    assertAll(refusals, 1, 'last-sign-in');
    assert.equal((await ports.identities.list(user.id)).length, 1);
  },

  'the identities of a removed user are free': async ({ open }) => {
    const ports = await open();
    const [alice, bob] = [await admitted(ports), await admitted(ports)];
    const identity = anIdentity({ userId: alice.id });
    await ports.identities.add(identity);
    await ports.users.remove(alice.id, 5);
    assert.equal(await ports.identities.findUser(identity), undefined);
    const moved = { ...identity, id: 'moved', userId: bob.id };
    assert.deepEqual((await settle([ports.identities.add(moved)])).refusals, []);
  },

  'identities are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const { id: userId } = await admitted(ports);
    const identity = anIdentity({ userId });
    await ports.identities.add(identity);
    assert.deepEqual(await (await reopen(ports)).identities.list(userId), [identity]);
  },
} satisfies Contract<UserPorts>;
