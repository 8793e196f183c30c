import { assert } from '../../assert.js';
import { isUsable } from '@cairn/access/spi';
import { anApiKey, anInvite, aSession, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import { admitted, type UserPorts } from './user-ports.js';

/** Rules for the end of a user. */
export const userRemovalRules = {
  'sessions, invites and keys of a removed user end, and those of no other': async ({ open }) => {
    const ports = await open();
    const { users, sessions, invites, keys, accounts } = ports;
    const [alice, bob] = [await admitted(ports, { role: 'owner' }), await admitted(ports, { role: 'owner' })];
    for (const { id: userId, accountId } of [alice, bob]) {
      const parent = anApiKey({ id: `parent of ${userId}`, userId, accountId });
      await sessions.add(aSession({ userId }));
      await invites.add(anInvite({ id: `invite of ${userId}`, userId }));
      await keys.add(parent);
      await keys.add(anApiKey({ id: `child of ${userId}`, parentId: parent.id }));
    }
    await users.remove(alice.id, 5);
    assert.equal((await rejection(users.get(alice.id))).code, 'user-not-found');
    assert.deepEqual(await sessions.list(alice.id), []);
    assert.equal((await sessions.list(bob.id)).length, 1);
    assert.deepEqual(
      (await invites.list()).map(({ id }) => id),
      [`invite of ${bob.id}`],
    );
    for (const kind of ['parent', 'child']) {
      assert.equal((await keys.get(`${kind} of ${alice.id}`)).revokedAt, 5);
      assert.equal((await keys.get(`${kind} of ${bob.id}`)).revokedAt, undefined);
    }
    assert.equal((await accounts.get(alice.accountId)).id, alice.accountId);
  },

  'remove of the last owner is LastOwner and changes nothing': async ({ open }) => {
    const ports = await open();
    const owner = await admitted(ports, { role: 'owner' });
    const member = await admitted(ports);
    const session = aSession({ userId: owner.id });
    await ports.sessions.add(session);
    await ports.users.remove(member.id, 5);
    assert.equal((await rejection(ports.users.remove(owner.id, 5))).code, 'last-owner');
    assert.deepEqual(await ports.sessions.list(owner.id), [session]);
    const second = await admitted(ports, { role: 'owner' });
    await ports.users.remove(owner.id, 5);
    assert.equal((await rejection(ports.users.remove(second.id, 5))).code, 'last-owner');
  },

  'of owners removed concurrently one stays': async ({ open }) => {
    const ports = await open();
    const owners = await Promise.all(several(4, () => admitted(ports, { role: 'owner' })));
    const { values, refusals } = await settle(owners.map(({ id }) => ports.users.remove(id, 5)));
    assert.equal(values.length, 3);
    assertAll(refusals, 1, 'last-owner');
    assert.equal((await ports.users.list()).length, 1);
  },

  'a key of a user who is not there is InvalidKey': async ({ open }) => {
    const { keys } = await open();
    const key = anApiKey({ userId: 'absent' });
    assert.equal((await rejection(keys.add(key))).code, 'invalid-key');
    assert.equal(await keys.findByDigest(key.digest), undefined);
  },

  'a key that is added while its user is removed is refused, or revoked too': async ({ open }) => {
    const ports = await open();
    for (let round = 0; round < 3; round += 1) {
      const { id: userId, accountId } = await admitted(ports);
      const added = several(4, () => anApiKey({ userId, accountId }));
      const [first, second, ...rest] = added.map((key) => () => ports.keys.add(key));
      await settle(
        [first?.(), second?.(), ports.users.remove(userId, 5), ...rest.map((add) => add())].map(
          async (one) => one,
        ),
      );
      for (const { digest } of added) {
        const key = await ports.keys.findByDigest(digest);
        assert.ok(key === undefined || !isUsable(key, 5), 'a key outlived its user');
      }
    }
  },
} satisfies Contract<UserPorts>;
