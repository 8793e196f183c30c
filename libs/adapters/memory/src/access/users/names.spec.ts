import {
  AcceptInvite,
  CairnUsers,
  CreateSetup,
  FindGrantees,
  NameFirstAccount,
  RenameAccount,
  RenameUser,
  type Caller,
  type User,
} from '@cairn/access';
import { anAccount, anInvite, aUser } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import { openMemoryUsers, openSignIn } from './memory-users.spec.kit.js';

async function opened() {
  const ports = await openMemoryUsers();
  const admit = async (name: string): Promise<User> => {
    const [user, invite] = [aUser({ name }), anInvite()];
    await ports.invites.add(invite);
    const account = anAccount({ id: user.accountId, name });
    await ports.users.admit(user, { digest: invite.digest, account });
    return user;
  };
  return { ports, admit };
}

const sessionOf = ({ id, accountId }: User, ...more: readonly 'admin'[]): Caller => ({
  accountId,
  userId: id,
  scopes: ['keys:manage', ...more],
});

describe('the name of a user', () => {
  it('is changed by the user while signed in and by administrators, not by keys of the user or others', async () => {
    const { ports, admit } = await opened();
    const [ada, bob] = [await admit('Ada'), await admit('Bob')];
    const rename = new RenameUser(ports);
    expect(await rename.execute(sessionOf(bob), bob.id, ' Bobby ')).toMatchObject({ name: 'Bobby' });
    expect(await rename.execute(sessionOf(ada, 'admin'), bob.id, 'Robert')).toMatchObject({ name: 'Robert' });
    const key = { ...sessionOf(bob), keyId: 'key' };
    for (const [caller, id] of [
      [key, bob.id],
      [sessionOf(bob), ada.id],
      [sessionOf(bob), 'nobody'],
    ] as const)
      await expect(rename.execute(caller, id, 'Eve')).rejects.toMatchObject({ code: 'scope-missing' });
    for (const name of ['', ' ', 'x'.repeat(65), 'a\u200b'])
      await expect(rename.execute(sessionOf(bob), bob.id, name)).rejects.toMatchObject({
        code: 'invalid-input',
        listed: [{ pointer: '/name' }],
      });
    expect((await ports.users.get(bob.id)).name).toBe('Robert');
  });
});

describe('the name of an account', () => {
  it('is changed by its own callers and by administrators', async () => {
    const { ports, admit } = await opened();
    const [ada, bob] = [await admit('Ada'), await admit('Bob')];
    const rename = new RenameAccount(ports);
    expect(await rename.execute(sessionOf(bob), bob.accountId, ' Bobs ')).toMatchObject({ name: 'Bobs' });
    await rename.execute(sessionOf(ada, 'admin'), bob.accountId, 'Club');
    await expect(rename.execute(sessionOf(bob), ada.accountId, 'Mine')).rejects.toMatchObject({
      code: 'scope-missing',
    });
    await expect(rename.execute(sessionOf(bob), bob.accountId, ' ')).rejects.toMatchObject({
      code: 'invalid-input',
      listed: [{ pointer: '/name' }],
    });
    expect((await ports.accounts.get(bob.accountId)).name).toBe('Club');
  });

  it.each([
    ['First account', 'Ada'],
    ['Photos of the club', 'Photos of the club'],
  ])('of the first user becomes theirs unless somebody gave it one: %s', async (before, after) => {
    const ports = await openSignIn();
    const { id } = await ports.accounts.addFirst({ id: 'first', name: before, createdAt: 1 });
    const token = (await new CreateSetup(ports).execute()) ?? '';
    const password = 'four quiet words';
    const join = new AcceptInvite(ports);
    const { user } = await join.execute({ token, purpose: 'setup', name: 'Ada', password, userAgent: '' });
    expect(user.accountId).toBe(id);
    expect((await ports.accounts.get(id)).name).toBe(after);
  });
});

it('the first account of an older installation is named after its user when the server starts', async () => {
  const ports = await openSignIn();
  const start = new NameFirstAccount(ports);
  await start.execute();
  const first = await ports.accounts.addFirst({ id: 'first', name: 'First account', createdAt: 1 });
  await start.execute();
  expect((await ports.accounts.get(first.id)).name).toBe('First account');
  const invite = anInvite({ accountId: first.id });
  await ports.invites.add(invite);
  await ports.users.admit(aUser({ name: 'Ada', accountId: first.id }), { digest: invite.digest });
  await start.execute();
  expect((await ports.accounts.get(first.id)).name).toBe('Ada');
  await ports.accounts.rename(first.id, 'Photos of the club');
  await start.execute();
  expect((await ports.accounts.get(first.id)).name).toBe('Photos of the club');
});

it('names that nobody has are told all at once, each with its place', async () => {
  const { ports, admit } = await opened();
  const { id } = await admit('Ada');
  const find = new FindGrantees({ ...ports, users: new CairnUsers(ports.users) });
  expect(await find.users([], ['ADA'])).toEqual([id]);
  await expect(find.users([id], ['Eve', 'ada', 'Mallory'])).rejects.toMatchObject({
    code: 'invalid-input',
    listed: [
      {
        pointer: '/memberNames/0',
        code: 'unknown-user',
        detail: 'There is no user with the name “Eve”.',
      },
      { pointer: '/memberNames/2', code: 'unknown-user' },
    ],
  });
  await expect(find.execute('other', { type: 'user', name: 'Eve' })).rejects.toMatchObject({
    code: 'user-not-found',
    message: 'There is no user with the name “Eve”.',
  });
});
