import { describe, expect, it } from '@jest/globals';
import {
  AcceptInvite,
  AuthenticateSession,
  ChangePassword,
  CreateInvite,
  CreateSetup,
  FindInvite,
  SESSION_LIFETIME_MS,
  StartSession,
} from '@cairn/access';
import { SESSION_IDLE_MS, type PasswordHash } from '@cairn/access/spi';
import { openSignIn } from './memory-users.spec.kit.js';

const PASSWORD = 'four quiet words';
const MINUTE_MS = 60_000;

async function opened() {
  const ports = await openSignIn();
  const join = (token: string, purpose: 'setup' | 'invite', as: string | readonly [string, string]) => {
    const [name, password] = typeof as === 'string' ? [as, PASSWORD] : as;
    return new AcceptInvite(ports).execute({ token, purpose, name, password, userAgent: 'Browser' });
  };
  const signIn = (name: string, password = PASSWORD) =>
    new StartSession(ports).execute({ name, password, userAgent: 'Browser' });
  const setUp = async (name = 'Ada') => join((await new CreateSetup(ports).execute()) ?? '', 'setup', name);
  return { ports, clock: ports.clock, join, signIn, setUp, authenticate: new AuthenticateSession(ports) };
}

describe('the set-up link', () => {
  it('makes an owner of the first account, once; a later one ends an earlier one', async () => {
    const { ports, join, authenticate } = await opened();
    const first = await ports.accounts.addFirst({ id: 'first', name: 'First account', createdAt: 1 });
    const create = new CreateSetup(ports);
    const [old = '', token = ''] = [await create.execute(), await create.execute()];
    await expect(join(old, 'setup', 'Ada')).rejects.toMatchObject({ code: 'invalid-invite' });
    await expect(join(token, 'invite', 'Ada')).rejects.toMatchObject({ code: 'invalid-invite' });
    const { user, secret } = await join(token, 'setup', ' Ada ');
    expect(user).toMatchObject({ name: 'Ada', role: 'owner', accountId: first.id });
    expect((await authenticate.execute(secret))?.caller.scopes).toContain('admin');
    await expect(join(token, 'setup', 'Eve')).rejects.toMatchObject({ code: 'invalid-invite' });
    expect(await create.execute()).toBeUndefined();
  });

  it('expires after a day', async () => {
    const { ports, join, clock } = await opened();
    const token = (await new CreateSetup(ports).execute()) ?? '';
    const find = new FindInvite(ports);
    expect(await find.execute(token)).toMatchObject({ purpose: 'setup', role: 'owner' });
    clock.advance(24 * 60 * MINUTE_MS);
    await expect(find.execute(token)).rejects.toMatchObject({ code: 'invalid-invite' });
    await expect(join(token, 'setup', 'Ada')).rejects.toMatchObject({ code: 'invalid-invite' });
  });
});

describe('an invite', () => {
  it('makes a member with an account of their own, who does not administer', async () => {
    const { ports, join, setUp, authenticate } = await opened();
    const { user: owner } = await setUp();
    const caller = { accountId: owner.accountId, userId: owner.id, scopes: ['admin'] as const };
    const { token, invite } = await new CreateInvite(ports).execute(caller, { role: 'member' });
    expect(invite).toMatchObject({ userId: owner.id, role: 'member' });
    const { user, secret } = await join(token, 'invite', 'Grace');
    expect(user.accountId).not.toBe(owner.accountId);
    expect(await ports.accounts.get(user.accountId)).toMatchObject({ name: 'Grace' });
    const visitor = await authenticate.execute(secret);
    expect(visitor?.caller.scopes).toContain('keys:manage');
    expect(visitor?.caller.scopes).not.toContain('admin');
  });

  it.each([
    ['Ada', 'too short', [['/password', 'invalid-length']]],
    ['', PASSWORD, [['/name', 'invalid-length']]],
    [
      'a\u200bb',
      'x'.repeat(257),
      [
        ['/name', 'invalid-character'],
        ['/password', 'invalid-length'],
      ],
    ],
    [
      'x'.repeat(65),
      'ﬃ'.repeat(3),
      [
        ['/name', 'invalid-length'],
        ['/password', 'invalid-length'],
      ],
    ],
  ])('refuses the name %j with the password %j', async (name, password, faults) => {
    const { ports, join } = await opened();
    const token = (await new CreateSetup(ports).execute()) ?? '';
    const error: unknown = await join(token, 'setup', [name, password]).catch((reason: unknown) => reason);
    const { faults: found } = error as { faults: { pointer: string; code: string }[] };
    expect(found.map(({ pointer, code }) => [pointer, code])).toEqual(faults);
  });
});

describe('a session', () => {
  it('begins with name and password in any form, and has an id of its own', async () => {
    const { setUp, signIn, authenticate } = await opened();
    const { secret } = await setUp('Zoë');
    const again = await signIn(' ZOE\u0308 ', PASSWORD.normalize('NFD'));
    expect(again.secret).not.toBe(secret);
    for (const one of [secret, again.secret])
      expect((await authenticate.execute(one))?.user.name).toBe('Zoë');
    expect(await authenticate.execute(again.session.digest)).toBeUndefined();
  });

  it('does the same work for a wrong name as for a wrong password', async () => {
    const { ports, setUp } = await opened();
    await setUp();
    const verified: string[] = [];
    const verify: PasswordHash['verify'] = async (password, hash) => {
      verified.push(hash);
      return await ports.passwords.verify(password, hash);
    };
    const passwords = { verify, hash: (text: string) => ports.passwords.hash(text) };
    const start = new StartSession({ ...ports, passwords });
    for (const name of ['Ada', 'Nobody', '', 'x'.repeat(100_000)]) {
      const attempt = start.execute({ name, password: 'wrong words here', userAgent: '' });
      await expect(attempt).rejects.toMatchObject({ code: 'invalid-credentials' });
    }
    expect(verified).toHaveLength(4);
    expect(new Set(verified).size).toBe(2); // that of Ada, and the dummy for unknown users
  });

  it('ends after 14 days without a use, and after 90 days in any case', async () => {
    const { clock, setUp, signIn, authenticate } = await opened();
    const { secret: unused, session } = await setUp();
    const { secret } = await signIn('Ada');
    const start = clock.now();
    for (let at = start; at < start + SESSION_LIFETIME_MS - 1; at = clock.now()) {
      expect(await authenticate.execute(secret)).toBeDefined();
      const left = start + SESSION_LIFETIME_MS - 1 - at;
      clock.advance(Math.min(SESSION_IDLE_MS - 1, left));
    }
    expect(await authenticate.execute(secret)).toMatchObject({
      session: { expiresAt: start + SESSION_LIFETIME_MS },
    });
    clock.advance(1);
    expect(await authenticate.execute(secret)).toBeUndefined();
    expect(session.expiresAt - session.createdAt).toBe(SESSION_IDLE_MS);
    expect(await authenticate.execute(unused)).toBeUndefined();
  });

  it('notes its use at most once a minute', async () => {
    const { ports, clock, setUp, authenticate } = await opened();
    const { secret, user } = await setUp();
    clock.advance(MINUTE_MS - 1);
    await authenticate.execute(secret);
    expect((await ports.users.get(user.id)).lastSeenAt).toBeUndefined();
    clock.advance(1);
    await authenticate.execute(secret);
    expect((await ports.users.get(user.id)).lastSeenAt).toBe(clock.now());
  });

  it('is replaced when the password is changed, which needs the current one', async () => {
    const { ports, setUp, signIn, authenticate } = await opened();
    const { secret, user, session } = await setUp();
    const change = (current: string | undefined, password: string) =>
      new ChangePassword(ports).execute({ session, current, password, userAgent: '' });
    await expect(change('wrong words here', 'five other words')).rejects.toMatchObject({
      code: 'wrong-password',
    });
    await expect(change(undefined, 'five other words')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(change(PASSWORD, 'short')).rejects.toMatchObject({ code: 'invalid-input' });
    const { secret: rotated } = await change(PASSWORD, 'five other words');
    expect(await authenticate.execute(secret)).toBeUndefined();
    expect(await authenticate.execute(rotated)).toBeDefined();
    await expect(signIn('Ada')).rejects.toMatchObject({ code: 'invalid-credentials' });
    expect((await signIn('Ada', 'five other words')).user.id).toBe(user.id);
  });

  it('does not begin with a password that is changed while it is checked', async () => {
    const { ports, setUp } = await opened();
    const { user, session } = await setUp();
    const verify: PasswordHash['verify'] = async (password, hash) => {
      const isRight = await ports.passwords.verify(password, hash);
      const change = { session, current: PASSWORD, password: 'five other words', userAgent: '' };
      await new ChangePassword(ports).execute(change);
      return isRight;
    };
    const passwords = { verify, hash: (text: string) => ports.passwords.hash(text) };
    const start = new StartSession({ ...ports, passwords });
    const attempt = start.execute({ name: 'Ada', password: PASSWORD, userAgent: 'Late' });
    await expect(attempt).rejects.toMatchObject({ code: 'invalid-credentials' });
    expect((await ports.sessions.list(user.id)).map(({ userAgent }) => userAgent)).toEqual(['']);
  });
});
