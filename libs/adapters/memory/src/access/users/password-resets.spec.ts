import {
  AcceptInvite,
  AuthenticateSession,
  CreateInvite,
  CreatePasswordReset,
  CreateSetup,
  FindPasswordReset,
  RemoveUser,
  ResetPassword,
  StartSession,
} from '@cairn/access';
import { describe, expect, it } from '@jest/globals';
import { openSignIn } from './memory-users.spec.kit.js';

const OLD = 'four quiet words';
const NEW = 'five other words here';
const DAY_MS = 24 * 60 * 60 * 1_000;
const userAgent = 'Browser';
const operator = { accountId: '', scopes: ['admin'] as const };

/** A lone owner, who is signed in somewhere. */
async function opened() {
  const ports = await openSignIn();
  const accept = async (token: string, purpose: 'setup' | 'invite', name: string) =>
    await new AcceptInvite(ports).execute({ token, purpose, name, password: OLD, userAgent });
  const { user: ada, secret } = await accept((await new CreateSetup(ports).execute()) ?? '', 'setup', 'Ada');
  const create = async () => await new CreatePasswordReset(ports).execute(operator, ada.id);
  const reset = async (token: string, password = NEW) =>
    await new ResetPassword(ports).execute({ token, password, userAgent });
  const signIn = async (password: string) =>
    await new StartSession(ports).execute({ name: 'Ada', password, userAgent });
  const invite = async (given: object = {}) =>
    await new CreateInvite(ports).execute(operator, { role: 'member', ...given });
  return { ports, ada, secret, accept, create, reset, signIn, invite, find: new FindPasswordReset(ports) };
}

describe('a forgotten password', () => {
  it('is replaced by a link, also of a lone owner, who keeps the account; old sessions end', async () => {
    const { ports, ada, secret, create, reset, signIn, find } = await opened();
    const authenticate = new AuthenticateSession(ports);
    const { token } = await create();
    expect((await find.execute(token)).user.name).toBe('Ada');
    expect((await signIn(OLD)).user.id).toBe(ada.id); // nothing has changed yet
    const started = await reset(token);
    expect(started.user).toMatchObject({ id: ada.id, accountId: ada.accountId, role: 'owner' });
    expect(await authenticate.execute(secret)).toBeUndefined();
    expect((await authenticate.execute(started.secret))?.user.id).toBe(ada.id);
    await expect(signIn(OLD)).rejects.toMatchObject({ code: 'invalid-credentials' });
    expect((await signIn(NEW)).user.id).toBe(ada.id);
    for (const late of [reset(token), find.execute(token)])
      await expect(late).rejects.toMatchObject({ code: 'invalid-password-reset' });
  });

  it('has one link at a time, for a day; a password that is too short uses none up', async () => {
    const { ports, create, reset, find } = await opened();
    const [first, second] = [await create(), await create()];
    await expect(reset(first.token)).rejects.toMatchObject({ code: 'invalid-password-reset' });
    await expect(reset(second.token, 'short')).rejects.toMatchObject({ code: 'invalid-input' });
    ports.clock.advance(DAY_MS - 1);
    expect((await find.execute(second.token)).expiresAt).toBe(ports.clock.now() + 1);
    ports.clock.advance(1);
    await expect(reset(second.token)).rejects.toMatchObject({ code: 'invalid-password-reset' });
  });

  it('is no matter of members, and the store has no token', async () => {
    const { ports, ada, create } = await opened();
    const caller = { accountId: ada.accountId, scopes: ['keys:manage'] as const };
    const asked = new CreatePasswordReset(ports).execute(caller, ada.id);
    await expect(asked).rejects.toMatchObject({ code: 'scope-missing' });
    const { token } = await create();
    expect(await ports.challenges.find(token)).toBeUndefined();
  });
});

describe('the account of a user who was removed', () => {
  it('is given to whoever is invited into it, and to one alone', async () => {
    const { ports, accept, invite } = await opened();
    const { user: bob } = await accept((await invite()).token, 'invite', 'Bob');
    const { accountId } = bob;
    await expect(invite({ accountId })).rejects.toMatchObject({ code: 'account-has-user' });
    await expect(invite({ accountId: 'absent' })).rejects.toMatchObject({ code: 'account-not-found' });
    await new RemoveUser(ports).execute(operator, bob.id);
    const [first, second] = [await invite({ accountId }), await invite({ accountId })];
    expect((await accept(first.token, 'invite', 'Bob')).user.accountId).toBe(accountId);
    await expect(accept(second.token, 'invite', 'Eve')).rejects.toMatchObject({ code: 'invalid-invite' });
  });
});
