import { CairnUsers, FindGrantees } from '@cairn/access';
import { anAccount, anApiKey, anInvite, aUser } from '@cairn/testkit';
import { expect, it } from '@jest/globals';
import { openMemoryUsers } from './users/memory-users.spec.kit.js';

it('nothing is shared with the user or a key of the account itself, by whatever name', async () => {
  const ports = await openMemoryUsers();
  const [ada, bob] = [aUser({ name: 'Ada' }), aUser()];
  for (const user of [ada, bob]) {
    const invite = anInvite();
    await ports.invites.add(invite);
    await ports.users.admit(user, { digest: invite.digest, account: anAccount({ id: user.accountId }) });
  }
  const keys = [anApiKey({ accountId: ada.accountId }), anApiKey({ accountId: bob.accountId })] as const;
  for (const key of keys) await ports.keys.add(key);
  const find = new FindGrantees({ ...ports, users: new CairnUsers(ports.users) });
  for (const own of [{ id: ada.id }, { name: ' ada' }])
    await expect(find.execute(ada.accountId, { type: 'user', ...own })).rejects.toMatchObject({
      code: 'invalid-input',
      listed: [{ pointer: '/to' }],
    });
  await expect(find.execute(ada.accountId, { type: 'key', id: keys[0].id })).rejects.toMatchObject({
    code: 'invalid-input',
  });
  expect(await find.execute(ada.accountId, { type: 'user', id: bob.id })).toEqual({
    type: 'user',
    id: bob.id,
  });
  expect(await find.execute(ada.accountId, { type: 'key', id: keys[1].id })).toEqual({
    type: 'key',
    id: keys[1].id,
  });
});
