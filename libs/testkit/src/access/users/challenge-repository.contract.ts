import { assert } from '../../assert.js';
import { aChallenge, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { rejection, settle } from '../../outcomes.js';
import { admitted, stated, type UserPorts } from './user-ports.js';

/** Rules for every `ChallengeRepository`. */
export const challengeRepositoryContract = {
  'a challenge has every field, and any other digest takes none': async ({ open }) => {
    const ports = await open();
    const { id: userId } = await admitted(ports);
    const plain = aChallenge({ digest: 'abc1'.repeat(16) });
    const personal = aChallenge({ userId, purpose: 'identity-link', state: '{"ü":"🗝"}' });
    for (const challenge of [plain, personal]) await ports.challenges.add(challenge);
    for (const digest of ['ABC1'.repeat(16), '%', '', '\0'])
      assert.equal(await ports.challenges.take(digest), undefined);
    assert.deepEqual(stated((await ports.challenges.take(plain.digest)) ?? {}), plain);
    assert.deepEqual(stated((await ports.challenges.take(personal.digest)) ?? {}), personal);
  },

  'a challenge is found as it is, and stays until it is taken': async ({ open }) => {
    const { challenges } = await open();
    const challenge = aChallenge({ digest: 'abc1'.repeat(16), state: '' });
    await challenges.add(challenge);
    for (const digest of ['ABC1'.repeat(16), '%', '', '\0'])
      assert.equal(await challenges.find(digest), undefined);
    for (let round = 0; round < 2; round += 1)
      assert.deepEqual(stated((await challenges.find(challenge.digest)) ?? {}), challenge);
    await challenges.take(challenge.digest);
    assert.equal(await challenges.find(challenge.digest), undefined);
  },

  'a link for a new password takes the place of an earlier one of its user, and of nothing else': async ({
    open,
  }) => {
    const ports = await open();
    const [alice, bob] = [await admitted(ports), await admitted(ports)];
    const ofAlice = several(3, () => aChallenge({ userId: alice.id, purpose: 'password-reset' }));
    const others = [
      aChallenge({ userId: bob.id, purpose: 'password-reset' }),
      aChallenge({ userId: alice.id, purpose: 'identity-link' }),
      aChallenge(),
    ];
    for (const challenge of others) await ports.challenges.add(challenge);
    await Promise.all(ofAlice.map((challenge) => ports.challenges.add(challenge)));
    const left = await Promise.all(ofAlice.map(({ digest }) => ports.challenges.find(digest)));
    assert.equal(left.filter((found) => found !== undefined).length, 1);
    for (const { digest } of others) assert.equal((await ports.challenges.find(digest))?.digest, digest);
  },

  'of those who take a challenge at once one gets it, and no one later': async ({ open }) => {
    const { challenges } = await open();
    const challenge = aChallenge();
    await challenges.add(challenge);
    const { values } = await settle(several(5, () => challenges.take(challenge.digest)));
    assert.equal(values.filter((taken) => taken !== undefined).length, 1);
    assert.equal(await challenges.take(challenge.digest), undefined);
  },

  'add removes the challenges that have expired by then, and no others': async ({ open }) => {
    const { challenges } = await open();
    const [gone, kept] = [aChallenge({ expiresAt: 100 }), aChallenge({ expiresAt: 101 })];
    for (const challenge of [gone, kept]) await challenges.add({ ...challenge, createdAt: 1 });
    await challenges.add(aChallenge({ createdAt: 100 }));
    assert.equal(await challenges.take(gone.digest), undefined);
    assert.equal((await challenges.take(kept.digest))?.digest, kept.digest);
  },

  'a challenge for a user who is not there is UserNotFound, and it goes with its user': async ({ open }) => {
    const ports = await open();
    const absent = aChallenge({ userId: 'absent' });
    assert.equal((await rejection(ports.challenges.add(absent))).code, 'user-not-found');
    const [alice, bob] = [await admitted(ports), await admitted(ports)];
    const [gone, kept] = [aChallenge({ userId: alice.id }), aChallenge({ userId: bob.id })];
    for (const challenge of [gone, kept]) await ports.challenges.add(challenge);
    await ports.users.remove(alice.id, 5);
    assert.equal(await ports.challenges.take(gone.digest), undefined);
    assert.equal((await ports.challenges.take(kept.digest))?.userId, bob.id);
  },

  'challenges are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const challenge = aChallenge();
    await ports.challenges.add(challenge);
    const later = await reopen(ports);
    assert.equal((await later.challenges.take(challenge.digest))?.state, challenge.state);
  },
} satisfies Contract<UserPorts>;
