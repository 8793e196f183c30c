import { assert } from '../../assert.js';
import type { Challenge, Session } from '@cairn/access';
import { aChallenge, aSession, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import { admitted, type UserPorts } from './user-ports.js';

/** A link for a new password of somebody who is signed in, and somebody else. */
async function opened(ports: UserPorts) {
  const [alice, bob] = [await admitted(ports), await admitted(ports)];
  const link = aChallenge({ userId: alice.id, purpose: 'password-reset', state: '' });
  const [old, kept] = [aSession({ userId: alice.id }), aSession({ userId: bob.id })];
  for (const session of [old, kept]) await ports.sessions.add(session);
  const other = aChallenge({ userId: bob.id, purpose: 'password-reset', state: '' });
  for (const challenge of [link, other]) await ports.challenges.add(challenge);
  return { alice, bob, link, other, old, kept };
}

/** As if it were used right after it was made. */
const reset = (ports: UserPorts, { digest, createdAt }: Challenge, session: Session): Promise<void> =>
  ports.users.resetPassword(digest, {
    passwordHash: `$of ${session.id}`,
    session: { ...session, createdAt },
  });

/** Rules for links that set a new password. */
export const passwordResetRules = {
  'a link sets the password, and one new session takes the place of all others and of what was begun':
    async ({ open }) => {
      const ports = await open();
      const { alice, bob, link, other, old, kept } = await opened(ports);
      const begun = aChallenge({ userId: alice.id, purpose: 'passkey-registration' });
      await ports.challenges.add(begun);
      const session = aSession({ userId: alice.id });
      await reset(ports, link, session);
      assert.equal((await ports.users.get(alice.id)).passwordHash, `$of ${session.id}`);
      assert.deepEqual(
        (await ports.sessions.list(alice.id)).map(({ id }) => id),
        [session.id],
      );
      assert.equal(await ports.sessions.find(old.digest), undefined);
      for (const { digest } of [link, begun]) assert.equal(await ports.challenges.find(digest), undefined);
      assert.equal((await ports.users.get(bob.id)).passwordHash, bob.passwordHash);
      assert.deepEqual(await ports.sessions.list(bob.id), [kept]);
      assert.equal((await ports.challenges.find(other.digest))?.userId, bob.id);
    },

  'of those who use a link at once one sets the password, and no one later': async ({ open }) => {
    const ports = await open();
    const { alice, link } = await opened(ports);
    const sessions = several(5, () => aSession({ userId: alice.id }));
    const { values, refusals } = await settle(sessions.map((session) => reset(ports, link, session)));
    assert.equal(values.length, 1);
    assertAll(refusals, 4, 'invalid-password-reset');
    const [left] = await ports.sessions.list(alice.id);
    assert.equal((await ports.users.get(alice.id)).passwordHash, `$of ${left?.id}`);
    const late = await rejection(reset(ports, link, aSession({ userId: alice.id })));
    assert.equal(late.code, 'invalid-password-reset');
  },

  'a link that is none, of another user or purpose, or that has expired sets no password': async ({
    open,
  }) => {
    const ports = await open();
    const { alice, link, other, old } = await opened(ports);
    const begun = aChallenge({ userId: alice.id, purpose: 'identity-link' });
    await ports.challenges.add(begun);
    const session = aSession({ userId: alice.id });
    const used = (digest: string, createdAt: number): Promise<void> =>
      ports.users.resetPassword(digest, { passwordHash: '$new', session: { ...session, createdAt } });
    const { refusals } = await settle([
      used('absent', 1),
      used('', 1),
      used(begun.digest, begun.createdAt),
      used(other.digest, other.createdAt),
      used(link.digest, link.expiresAt),
      used(link.digest, link.expiresAt + 1),
    ]);
    assertAll(refusals, 6, 'invalid-password-reset');
    assert.equal((await ports.users.get(alice.id)).passwordHash, alice.passwordHash);
    assert.deepEqual(await ports.sessions.list(alice.id), [old]);
    for (const { digest } of [link, other, begun])
      assert.equal((await ports.challenges.find(digest))?.digest, digest);
    await used(link.digest, link.expiresAt - 1);
  },

  'a new password ends the link for another one': async ({ open }) => {
    const ports = await open();
    const { alice, link, other } = await opened(ports);
    const session = aSession({ userId: alice.id });
    const replaced = alice.passwordHash;
    await ports.users.changePassword(alice.id, { replaced, passwordHash: '$new', session });
    assert.equal((await rejection(reset(ports, link, session))).code, 'invalid-password-reset');
    assert.equal((await ports.challenges.find(other.digest))?.digest, other.digest);
  },

  'a link goes with its user': async ({ open }) => {
    const ports = await open();
    const { alice, link } = await opened(ports);
    await ports.users.remove(alice.id, 5);
    assert.equal(await ports.challenges.find(link.digest), undefined);
    const late = await rejection(reset(ports, link, aSession({ userId: alice.id })));
    assert.equal(late.code, 'invalid-password-reset');
  },
} satisfies Contract<UserPorts>;
