import { assert } from '../../assert.js';
import { anApiKey, anInvite, aSession, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import { admitted, stated, type UserPorts } from './user-ports.js';

/** Rules for the roles of users. */
export const userRoleRules = {
  'a role is changed to and fro, and nothing else of the user': async ({ open }) => {
    const ports = await open();
    await admitted(ports, { role: 'owner' });
    const user = await admitted(ports);
    const session = aSession({ userId: user.id });
    await ports.sessions.add(session);
    for (const role of ['owner', 'owner', 'member', 'member'] as const) {
      const changed = await ports.users.changeRole(user.id, { role, at: 5 });
      assert.deepEqual(stated(changed), { ...user, role });
      assert.deepEqual(stated(await ports.users.get(user.id)), { ...user, role });
      assert.equal((await ports.sessions.find(session.digest))?.user.role, role);
    }
  },

  'the last owner cannot become a member, and keeps what they have': async ({ open }) => {
    const ports = await open();
    const { id: userId } = await admitted(ports, { role: 'owner' });
    await admitted(ports);
    const [invite, key] = [anInvite({ userId }), anApiKey({ userId, scopes: ['admin'] })];
    await ports.invites.add(invite);
    await ports.keys.add(key);
    const change = ports.users.changeRole(userId, { role: 'member', at: 5 });
    assert.equal((await rejection(change)).code, 'last-owner');
    assert.equal((await ports.users.get(userId)).role, 'owner');
    assert.equal((await ports.invites.find(invite.digest))?.id, invite.id);
    assert.equal((await ports.keys.get(key.id)).revokedAt, undefined);
  },

  'of owners who become members or are removed at once one stays': async ({ open }) => {
    const ports = await open();
    const owners = await Promise.all(several(4, () => admitted(ports, { role: 'owner' })));
    const { values, refusals } = await settle<unknown>(
      owners.map(({ id }, number) =>
        number % 2 === 0 ? ports.users.changeRole(id, { role: 'member', at: 5 }) : ports.users.remove(id, 5),
      ),
    );
    assert.equal(values.length, 3);
    assertAll(refusals, 1, 'last-owner');
    assert.equal((await ports.users.list()).filter(({ role }) => role === 'owner').length, 1);
  },

  'who becomes a member loses their invites and the keys that administer, with their descendants': async ({
    open,
  }) => {
    const ports = await open();
    const [alice, bob] = [await admitted(ports, { role: 'owner' }), await admitted(ports, { role: 'owner' })];
    for (const { id: userId, accountId } of [alice, bob]) {
      const own = { userId, accountId };
      const administers = anApiKey({ ...own, id: `admin of ${userId}`, scopes: ['images:read', 'admin'] });
      await ports.invites.add(anInvite({ id: `invite of ${userId}`, userId }));
      await ports.keys.add(administers);
      await ports.keys.add(anApiKey({ id: `child of ${userId}`, parentId: administers.id }));
      await ports.keys.add(anApiKey({ ...own, id: `plain of ${userId}` }));
    }
    await ports.users.changeRole(alice.id, { role: 'member', at: 5 });
    assert.deepEqual(
      (await ports.invites.list()).map(({ id }) => id),
      [`invite of ${bob.id}`],
    );
    for (const kind of ['admin', 'child', 'plain']) {
      const revokedAt = kind === 'plain' ? undefined : 5;
      assert.equal((await ports.keys.get(`${kind} of ${alice.id}`)).revokedAt, revokedAt);
      assert.equal((await ports.keys.get(`${kind} of ${bob.id}`)).revokedAt, undefined);
    }
  },

  'who becomes a member loses the keys that they made for other accounts, with their descendants': async ({
    open,
  }) => {
    const ports = await open();
    const alice = await admitted(ports, { role: 'owner' });
    const bob = await admitted(ports, { role: 'owner' });
    const foreign = anApiKey({ userId: alice.id, accountId: bob.accountId });
    const child = anApiKey({ parentId: foreign.id, accountId: bob.accountId });
    const other = anApiKey({ userId: bob.id, accountId: alice.accountId });
    for (const key of [foreign, child, other]) await ports.keys.add(key);
    await ports.users.changeRole(alice.id, { role: 'member', at: 5 });
    assert.equal((await ports.keys.get(foreign.id)).revokedAt, 5);
    assert.equal((await ports.keys.get(child.id)).revokedAt, 5);
    assert.equal((await ports.keys.get(other.id)).revokedAt, undefined);
  },

  'a member makes neither keys that administer nor keys of other accounts nor invites': async ({ open }) => {
    const ports = await open();
    const { id: userId, accountId } = await admitted(ports);
    const keys = [
      anApiKey({ userId, accountId, scopes: ['admin'] }),
      anApiKey({ userId, accountId: (await admitted(ports)).accountId }),
    ];
    const invite = anInvite({ userId });
    for (const key of keys) {
      assert.equal((await rejection(ports.keys.add(key))).code, 'invalid-key');
      assert.equal(await ports.keys.findByDigest(key.digest), undefined);
    }
    assert.equal((await rejection(ports.invites.add(invite))).code, 'user-not-found');
    assert.equal(await ports.invites.find(invite.digest), undefined);
  },
} satisfies Contract<UserPorts>;
