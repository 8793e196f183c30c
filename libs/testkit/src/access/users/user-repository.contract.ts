import { assert } from '../../assert.js';
import { anAccount, anApiKey, anInvite, aSession, aUser, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { mutate } from '../../mutate.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import { accountInviteRules } from './account-invite.rules.js';
import { identityAdmissionRules } from './identity-admission.rules.js';
import { passwordResetRules } from './password-reset.rules.js';
import { userRemovalRules } from './user-removal.rules.js';
import { userNameRules } from './user-name.rules.js';
import { userRoleRules } from './user-role.rules.js';
import { admitted, stated, type UserPorts } from './user-ports.js';

/** Rules for every `UserRepository`. */
export const userRepositoryContract = {
  'an admitted user is found by id, by name and in the list with every field, and so is the account': async ({
    open,
  }) => {
    const ports = await open();
    const { users, accounts } = ports;
    assert.equal(await users.hasAny(), false);
    const user = await admitted(ports, { role: 'owner', name: 'Zoë 🗝' });
    assert.equal(await users.hasAny(), true);
    assert.deepEqual(stated(await users.get(user.id)), user);
    assert.deepEqual(stated((await users.findByName(user.name)) ?? {}), user);
    assert.deepEqual((await users.list()).map(stated), [user]);
    assert.equal((await accounts.get(user.accountId)).id, user.accountId);
  },

  'values returned are copies': async ({ open }) => {
    const ports = await open();
    const user = await admitted(ports);
    mutate(await ports.users.get(user.id));
    mutate(await ports.users.findByName(user.name));
    mutate(await ports.users.list());
    assert.deepEqual(stated(await ports.users.get(user.id)), user);
  },

  'an invite admits one of those who come at once, and no one later': async ({ open }) => {
    const { users, invites, accounts } = await open();
    const invite = anInvite();
    await invites.add(invite);
    const admit = async (): Promise<void> => {
      const user = aUser();
      await users.admit(user, { digest: invite.digest, account: anAccount({ id: user.accountId }) });
    };
    const { values, refusals } = await settle(several(5, admit));
    assert.equal(values.length, 1);
    assertAll(refusals, 4, 'invalid-invite');
    assert.equal((await rejection(admit())).code, 'invalid-invite');
    assert.equal((await users.list()).length, 1);
    assert.equal((await accounts.list({ limit: 9 })).items.length, 1);
  },

  'an invite that is not there or has expired is InvalidInvite, and nothing is stored': async ({ open }) => {
    const { users, invites, accounts } = await open();
    const user = aUser();
    const invite = anInvite({ expiresAt: user.createdAt });
    await invites.add(invite);
    for (const digest of [invite.digest, 'f'.repeat(64), '']) {
      const attempt = users.admit(user, { digest, account: anAccount({ id: user.accountId }) });
      assert.equal((await rejection(attempt)).code, 'invalid-invite');
    }
    assert.equal(await users.hasAny(), false);
    assert.deepEqual((await accounts.list({ limit: 9 })).items, []);
  },

  'a set-up link admits the first user to an account that is there': async ({ open }) => {
    const { users, invites, accounts } = await open();
    const { id: accountId } = await accounts.addFirst(anAccount());
    const setup = anInvite({ purpose: 'setup', role: 'owner' });
    assert.equal(await invites.openSetup(setup), true);
    const user = aUser({ role: 'owner', accountId });
    await users.admit(user, { digest: setup.digest });
    assert.deepEqual(stated(await users.get(user.id)), user);
    assert.equal(await invites.find(setup.digest), undefined);
  },

  'whoever comes in by an invite ends the set-up link': async ({ open }) => {
    const ports = await open();
    const setup = anInvite({ purpose: 'setup', role: 'owner' });
    await ports.invites.openSetup(setup);
    await admitted(ports);
    assert.equal(await ports.invites.find(setup.digest), undefined);
  },

  'a name that another user has in other letters is UserExists, and the invite stays': async ({ open }) => {
    const ports = await open();
    const user = await admitted(ports, { name: 'Straße ﬁ' });
    const invite = anInvite();
    await ports.invites.add(invite);
    const account = anAccount();
    for (const name of ['STRASSE FI', 'straße fi', 'Straße ﬁ']) {
      const attempt = ports.users.admit(aUser({ name }), { digest: invite.digest, account });
      assert.equal((await rejection(attempt)).code, 'user-exists');
      assert.equal((await ports.users.findByName(name))?.id, user.id);
    }
    assert.equal((await ports.invites.find(invite.digest))?.id, invite.id);
    assert.equal((await ports.accounts.list({ limit: 9 })).items.length, 1);
    for (const name of ['Strase', '', '%', '\0']) assert.equal(await ports.users.findByName(name), undefined);
  },

  'users are listed oldest first, then by ascending identifier in code units': async ({ open }) => {
    const ports = await open();
    const ids = ['b', 'a', 'C', 'c'];
    for (const [index, id] of ids.entries()) await admitted(ports, { id, createdAt: index === 0 ? 1 : 2 });
    assert.deepEqual(
      (await ports.users.list()).map(({ id }) => id),
      ['b', 'C', 'a', 'c'],
    );
  },

  'a new password replaces the old one, and one new session all others of that user': async ({ open }) => {
    const ports = await open();
    const { users, sessions } = ports;
    const [alice, bob] = [await admitted(ports), await admitted(ports)];
    const kept = aSession({ userId: bob.id });
    const old = several(2, () => aSession({ userId: alice.id }));
    for (const session of [...old, kept]) await sessions.add(session);
    const session = aSession({ userId: alice.id });
    const replaced = alice.passwordHash;
    await users.changePassword(alice.id, { replaced, passwordHash: '$new', session });
    assert.equal((await users.get(alice.id)).passwordHash, '$new');
    assert.deepEqual(await sessions.list(alice.id), [session]);
    for (const { digest } of old) assert.equal(await sessions.find(digest), undefined);
    assert.deepEqual(await sessions.list(bob.id), [kept]);
    assert.equal((await users.get(bob.id)).passwordHash, bob.passwordHash);
  },

  'of passwords that take the place of the same one at once one is set, with its session': async ({
    open,
  }) => {
    const ports = await open();
    const before = [undefined, '$old'];
    for (const passwordHash of before) {
      const { id } = await admitted(ports, { passwordHash });
      const given = several(4, (number) => ({ hash: `$new${number}`, session: aSession({ userId: id }) }));
      const change = ({ hash, session }: (typeof given)[number]) =>
        ports.users.changePassword(id, { replaced: passwordHash, passwordHash: hash, session });
      const { values, refusals } = await settle(given.map(change));
      assert.equal(values.length, 1);
      assertAll(refusals, 3, 'wrong-password');
      const stored = (await ports.users.get(id)).passwordHash;
      const [kept] = await ports.sessions.list(id);
      assert.equal(kept?.id, given.find(({ hash }) => hash === stored)?.session.id);
    }
  },

  'get, changePassword, changeRole and remove of an absent user are UserNotFound': async ({ open }) => {
    const ports = await open();
    const { users, sessions } = ports;
    await admitted(ports, { id: 'Present' });
    const session = aSession({ userId: 'absent' });
    const { refusals } = await settle<unknown>([
      users.get('absent'),
      users.get('present'),
      users.remove('absent', 5),
      users.changePassword('absent', { passwordHash: '$new', session }),
      users.changeRole('absent', { role: 'member', at: 5 }),
    ]);
    assertAll(refusals, 5, 'user-not-found');
    assert.equal(await sessions.find(session.digest), undefined);
  },

  'what a user has seen only moves on, also at once': async ({ open }) => {
    const ports = await open();
    const [user, other] = [await admitted(ports), await admitted(ports)];
    await Promise.all([3, 7, 5].map((at) => ports.users.markActivitySeen(user.id, at)));
    await ports.users.markActivitySeen(user.id, 6);
    assert.deepEqual(stated(await ports.users.get(user.id)), { ...user, activitySeenAt: 7 });
    assert.deepEqual(stated(await ports.users.get(other.id)), other);
    const absent = ports.users.markActivitySeen('absent', 1);
    assert.equal((await rejection(absent)).code, 'user-not-found');
  },

  ...passwordResetRules,

  ...accountInviteRules,

  ...identityAdmissionRules,

  ...userRemovalRules,

  ...userRoleRules,

  ...userNameRules,

  'users and their keys are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const user = await admitted(ports);
    const key = anApiKey({ userId: user.id, accountId: user.accountId });
    await ports.keys.add(key);
    const later = await reopen(ports);
    assert.deepEqual(stated(await later.users.get(user.id)), user);
    assert.equal((await later.keys.get(key.id)).userId, user.id);
  },
} satisfies Contract<UserPorts>;
