import { assert } from '../../assert.js';
import { anAccount, anInvite, aUser, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import { admitted, type UserPorts } from './user-ports.js';

/** An account that nobody signs in to, as its user was removed. */
async function leftAccount(ports: UserPorts): Promise<string> {
  const [owner, gone] = [await admitted(ports, { role: 'owner' }), await admitted(ports)];
  assert.notEqual(owner.accountId, gone.accountId);
  await ports.users.remove(gone.id, 5);
  return gone.accountId;
}

/** Rules for invites into an account that is there. */
export const accountInviteRules = {
  'an invite into an account without a user admits one of those who come at once': async ({ open }) => {
    const ports = await open();
    const accountId = await leftAccount(ports);
    const links = several(4, () => anInvite({ accountId }));
    for (const link of links) await ports.invites.add(link);
    const users = links.map(() => aUser({ accountId }));
    const { values, refusals } = await settle(
      users.map((user, index) => ports.users.admit(user, { digest: links[index]?.digest })),
    );
    assert.equal(values.length, 1);
    assertAll(refusals, 3, 'invalid-invite');
    const inside = (await ports.users.list()).filter((user) => user.accountId === accountId);
    assert.equal(inside.length, 1);
    assert.equal((await ports.accounts.get(accountId)).id, accountId);
  },

  'an invite into an account admits to no other one, and nothing is stored': async ({ open }) => {
    const ports = await open();
    const link = anInvite({ accountId: await leftAccount(ports) });
    await ports.invites.add(link);
    const user = aUser();
    const admission = { digest: link.digest, account: anAccount({ id: user.accountId }) };
    assert.equal((await rejection(ports.users.admit(user, admission))).code, 'invalid-invite');
    assert.deepEqual(await ports.users.find([user.id]), []);
    assert.equal((await ports.invites.find(link.digest))?.accountId, link.accountId);
  },
} satisfies Contract<UserPorts>;
