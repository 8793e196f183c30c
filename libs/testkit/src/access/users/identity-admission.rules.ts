import { assert } from '../../assert.js';
import { anAccount, anIdentity, anInvite, aUser, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import { admitted, stated, type UserPorts } from './user-ports.js';

/** Rules for users who come in by an identity. */
export const identityAdmissionRules = {
  'an identity admits a user without an invite and a password': async ({ open }) => {
    const { users, identities } = await open();
    const user = aUser({ passwordHash: undefined });
    const identity = anIdentity({ userId: user.id });
    await users.admit(user, { account: anAccount({ id: user.accountId }), identity });
    assert.equal((await users.get(user.id)).passwordHash, undefined);
    assert.deepEqual(await identities.list(user.id), [identity]);
    assert.deepEqual(stated((await identities.findUser(identity)) ?? {}), stated(user));
  },

  'a user whose identity is taken is not admitted, and the invite stays': async ({ open }) => {
    const ports = await open();
    const { users, identities, invites, accounts } = ports;
    const identity = anIdentity({ userId: (await admitted(ports)).id });
    await identities.add(identity);
    const invite = anInvite();
    await invites.add(invite);
    const user = aUser();
    const attempt = users.admit(user, {
      digest: invite.digest,
      account: anAccount({ id: user.accountId }),
      identity: { ...identity, id: 'another', userId: user.id },
    });
    assert.equal((await rejection(attempt)).code, 'identity-taken');
    assert.equal((await users.list()).length, 1);
    assert.equal((await accounts.list({ limit: 9 })).items.length, 1);
    assert.equal((await invites.find(invite.digest))?.id, invite.id);
  },

  'without an invite, one comes in to an account that is there, as long as nobody else has': async ({
    open,
  }) => {
    const { users, invites, accounts } = await open();
    const { id: accountId } = await accounts.addFirst(anAccount());
    const setup = anInvite({ purpose: 'setup', role: 'owner' });
    await invites.openSetup(setup);
    const admit = async (): Promise<void> => {
      const user = aUser({ role: 'owner', accountId });
      await users.admit(user, { identity: anIdentity({ userId: user.id }) });
    };
    const { values, refusals } = await settle(several(4, admit));
    assert.equal(values.length, 1);
    assertAll(refusals, 3, 'invalid-invite');
    assert.equal(await invites.find(setup.digest), undefined);
    assert.equal((await users.list()).length, 1);
  },
} satisfies Contract<UserPorts>;
