import { assert } from '../../assert.js';
import { aSession } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import { admitted, stated, type UserPorts } from './user-ports.js';

/** Rules for every `SessionRepository`. */
export const sessionRepositoryContract = {
  'a digest finds its session and the user with every field, and any other digest finds none': async ({
    open,
  }) => {
    const ports = await open();
    const user = await admitted(ports, { role: 'owner' });
    await admitted(ports);
    const session = aSession({ userId: user.id, digest: 'abc1'.repeat(16), userAgent: '' });
    await ports.sessions.add(session);
    const found = await ports.sessions.find(session.digest);
    assert.deepEqual(found?.session, session);
    assert.deepEqual(stated(found.user), user);
    for (const digest of ['ABC1'.repeat(16), '%', '', '\0'])
      assert.equal(await ports.sessions.find(digest), undefined);
  },

  'add for a user who is not there is UserNotFound': async ({ open }) => {
    const { sessions } = await open();
    const session = aSession({ userId: 'absent' });
    assert.equal((await rejection(sessions.add(session))).code, 'user-not-found');
    assert.equal(await sessions.find(session.digest), undefined);
  },

  'add removes the sessions that have expired by then, and no others': async ({ open }) => {
    const ports = await open();
    const { id: userId } = await admitted(ports);
    const [gone, kept] = [aSession({ userId, expiresAt: 100 }), aSession({ userId, expiresAt: 101 })];
    for (const session of [gone, kept]) await ports.sessions.add({ ...session, createdAt: 1 });
    await ports.sessions.add(aSession({ userId, createdAt: 100 }));
    assert.equal(await ports.sessions.find(gone.digest), undefined);
    assert.equal((await ports.sessions.find(kept.digest))?.session.id, kept.id);
  },

  'a list has the sessions of the user, latest use first, then by ascending identifier': async ({ open }) => {
    const ports = await open();
    const { id: userId } = await admitted(ports);
    const { id: other } = await admitted(ports);
    await ports.sessions.add(aSession({ userId: other }));
    for (const [id, lastUsedAt] of [
      ['b', 2],
      ['a', 2],
      ['z', 3],
      ['y', 1],
    ] as const)
      await ports.sessions.add(aSession({ id, userId, lastUsedAt }));
    assert.deepEqual(
      (await ports.sessions.list(userId)).map(({ id }) => id),
      ['z', 'a', 'b', 'y'],
    );
  },

  'of many sessions those are live that have neither ended nor expired': async ({ open }) => {
    const ports = await open();
    const { id: userId } = await admitted(ports);
    const [live, ended, expiring] = [
      aSession({ id: 'Live', userId, expiresAt: 200 }),
      aSession({ userId, expiresAt: 200 }),
      aSession({ userId, expiresAt: 100 }),
    ];
    for (const session of [live, ended, expiring]) await ports.sessions.add({ ...session, createdAt: 1 });
    await ports.sessions.remove(userId, ended.id);
    const asked = [live.id, 'live', '%', ended.id, expiring.id];
    assert.deepEqual([...(await ports.sessions.listLive(asked, 99))].sort(), [live.id, expiring.id].sort());
    assert.deepEqual(await ports.sessions.listLive(asked, 100), [live.id]);
  },

  'touch moves the session and its user; an earlier one and an absent session change nothing': async ({
    open,
  }) => {
    const ports = await open();
    const { id: userId } = await admitted(ports);
    const session = aSession({ userId, lastUsedAt: 10, expiresAt: 20 });
    await ports.sessions.add(session);
    await ports.sessions.touch(session.id, { at: 12, expiresAt: 22 });
    await ports.sessions.touch(session.id, { at: 11, expiresAt: 21 });
    await ports.sessions.touch('absent', { at: 99, expiresAt: 99 });
    const found = await ports.sessions.find(session.digest);
    assert.deepEqual(found?.session, { ...session, lastUsedAt: 12, expiresAt: 22 });
    assert.equal(found.user.lastSeenAt, 12);
    assert.equal((await ports.users.get(userId)).lastSeenAt, 12);
  },

  'remove ends a session of the user at once; any other is SessionNotFound and stays': async ({ open }) => {
    const ports = await open();
    const [alice, bob] = [await admitted(ports), await admitted(ports)];
    const [mine, theirs] = [aSession({ userId: alice.id }), aSession({ userId: bob.id })];
    for (const session of [mine, theirs]) {
      await ports.sessions.add(session);
      assert.equal((await ports.sessions.find(session.digest))?.session.id, session.id);
    }
    await ports.sessions.remove(alice.id, mine.id);
    assert.equal(await ports.sessions.find(mine.digest), undefined);
    const { refusals } = await settle([
      ports.sessions.remove(alice.id, mine.id),
      ports.sessions.remove(alice.id, theirs.id),
    ]);
    assertAll(refusals, 2, 'session-not-found');
    assert.equal((await ports.sessions.find(theirs.digest))?.session.id, theirs.id);
  },

  'removeAll ends the sessions of the user and no others': async ({ open }) => {
    const ports = await open();
    const [alice, bob] = [await admitted(ports), await admitted(ports)];
    for (const userId of [alice.id, alice.id, bob.id]) await ports.sessions.add(aSession({ userId }));
    await ports.sessions.removeAll(alice.id);
    assert.deepEqual(await ports.sessions.list(alice.id), []);
    assert.equal((await ports.sessions.list(bob.id)).length, 1);
  },

  'removeAll keeps the session that is to stay': async ({ open }) => {
    const ports = await open();
    const [alice, bob] = [await admitted(ports), await admitted(ports)];
    const [kept, gone] = [aSession({ userId: alice.id }), aSession({ userId: alice.id })];
    for (const session of [kept, gone, aSession({ userId: bob.id })]) await ports.sessions.add(session);
    await ports.sessions.removeAll(alice.id, kept.id);
    assert.deepEqual(await ports.sessions.list(alice.id), [kept]);
    assert.equal((await ports.sessions.list(bob.id)).length, 1);
  },

  'a session has the latest name that its user gave it, or none; of any other it is SessionNotFound': async ({
    open,
  }) => {
    const ports = await open();
    const [alice, bob] = [await admitted(ports), await admitted(ports)];
    const [mine, other] = [aSession({ userId: alice.id }), aSession({ userId: alice.id })];
    for (const session of [mine, other]) await ports.sessions.add(session);
    const rename = (userId: string, id: string, name?: string) => ports.sessions.rename(userId, id, { name });
    await rename(alice.id, mine.id, 'First');
    assert.deepEqual(await rename(alice.id, mine.id, "Zoë's 📱"), { ...mine, name: "Zoë's 📱" });
    const { refusals } = await settle([rename(bob.id, mine.id, 'Mine'), rename(alice.id, 'absent', 'x')]);
    assertAll(refusals, 2, 'session-not-found');
    assert.deepEqual((await ports.sessions.find(mine.digest))?.session, { ...mine, name: "Zoë's 📱" });
    assert.deepEqual((await ports.sessions.find(other.digest))?.session, other);
    await rename(alice.id, mine.id);
    assert.deepEqual((await ports.sessions.find(mine.digest))?.session, mine);
  },

  'sessions are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const { id: userId } = await admitted(ports);
    const session = aSession({ userId });
    await ports.sessions.add(session);
    assert.deepEqual(await (await reopen(ports)).sessions.list(userId), [session]);
  },
} satisfies Contract<UserPorts>;
