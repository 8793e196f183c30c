import { assert } from '../../assert.js';
import { anAccount, anInvite, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import { admitted, stated, type UserPorts } from './user-ports.js';

const aSetup = () => anInvite({ purpose: 'setup', role: 'owner' });

/** Rules for every `InviteRepository`. */
export const inviteRepositoryContract = {
  'invites are found and listed with every field, oldest first, without the set-up link': async ({
    open,
  }) => {
    const ports = await open();
    const { invites } = ports;
    const setup = aSetup();
    await invites.openSetup(setup);
    assert.deepEqual(stated((await invites.find(setup.digest)) ?? {}), setup);
    const [plain, early] = [anInvite(), anInvite({ role: 'owner', createdAt: 1 })];
    for (const invite of [plain, early]) await invites.add(invite);
    assert.deepEqual((await invites.list()).map(stated), [early, plain]);
    const { id: userId } = await admitted(ports, { role: 'owner' });
    const made = anInvite({ userId });
    await invites.add(made);
    assert.deepEqual(await invites.find(made.digest), made);
    for (const digest of ['', '%', '\0']) assert.equal(await invites.find(digest), undefined);
  },

  'an invite into an account without a user has its identifier; into another one it is AccountHasUser':
    async ({ open }) => {
      const ports = await open();
      const { invites, accounts } = ports;
      const [{ accountId: taken }, free] = [await admitted(ports), anAccount()];
      await accounts.add(free);
      const invite = anInvite({ accountId: free.id });
      await invites.add(invite);
      assert.deepEqual(stated((await invites.find(invite.digest)) ?? {}), invite);
      const refused = anInvite({ accountId: taken });
      assert.equal((await rejection(invites.add(refused))).code, 'account-has-user');
      assert.deepEqual((await invites.list()).map(stated), [invite]);
    },

  'a set-up link takes the place of the one before': async ({ open }) => {
    const { invites } = await open();
    const links = several(4, aSetup);
    const [first, ...rest] = links;
    assert.ok(first);
    await invites.openSetup(first);
    assert.deepEqual(await Promise.all(rest.map((link) => invites.openSetup(link))), [true, true, true]);
    const found = await Promise.all(links.map(({ digest }) => invites.find(digest)));
    assert.equal(found.filter((invite) => invite !== undefined).length, 1);
    assert.equal(found[0], undefined);
  },

  'there is no set-up link once there is a user': async ({ open }) => {
    const ports = await open();
    await admitted(ports);
    const setup = aSetup();
    assert.equal(await ports.invites.openSetup(setup), false);
    assert.equal(await ports.invites.find(setup.digest), undefined);
  },

  'add removes the invites that have expired by then, and no others': async ({ open }) => {
    const { invites } = await open();
    const setup = anInvite({ purpose: 'setup', role: 'owner', expiresAt: 50 });
    await invites.openSetup(setup);
    const [gone, kept] = [
      anInvite({ createdAt: 1, expiresAt: 100 }),
      anInvite({ createdAt: 1, expiresAt: 101 }),
    ];
    for (const invite of [gone, kept]) await invites.add(invite);
    await invites.add(anInvite({ createdAt: 100 }));
    assert.equal(await invites.find(gone.digest), undefined);
    assert.equal((await invites.find(kept.digest))?.id, kept.id);
    assert.equal((await invites.find(setup.digest))?.id, setup.id);
  },

  'an invite by a user who is not there is UserNotFound': async ({ open }) => {
    const { invites } = await open();
    const invite = anInvite({ userId: 'absent' });
    assert.equal((await rejection(invites.add(invite))).code, 'user-not-found');
    assert.equal(await invites.find(invite.digest), undefined);
  },

  'a removed invite is gone; an absent one and the set-up link are InviteNotFound': async ({ open }) => {
    const { invites } = await open();
    const [invite, setup] = [anInvite(), aSetup()];
    await invites.add(invite);
    await invites.openSetup(setup);
    await invites.remove(invite.id);
    assert.equal(await invites.find(invite.digest), undefined);
    const { refusals } = await settle([invite.id, 'absent', setup.id].map((id) => invites.remove(id)));
    assertAll(refusals, 3, 'invite-not-found');
    assert.equal((await invites.find(setup.digest))?.id, setup.id);
  },

  'invites are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const invite = anInvite();
    await ports.invites.add(invite);
    assert.deepEqual((await (await reopen(ports)).invites.list()).map(stated), [invite]);
  },
} satisfies Contract<UserPorts>;
