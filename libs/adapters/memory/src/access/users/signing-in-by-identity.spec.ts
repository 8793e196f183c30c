import { describe, expect, it } from '@jest/globals';
import {
  AuthenticateSession,
  ChangePassword,
  ChangeRole,
  CHALLENGE_LIFETIME_MS,
  CreateSetup,
  IssueChallenge,
  LinkIdentity,
  RedeemChallenge,
  SignInByIdentity,
  StartSession,
  type Identified,
} from '@cairn/access';
import { RECENT_SIGN_IN_MS } from '@cairn/access/spi';
import { anInvite } from '@cairn/testkit';
import { openSignIn } from './memory-users.spec.kit.js';

const issuer = 'https://id.example.org';

async function opened() {
  const ports = await openSignIn();
  const come = async (subject: string, given: Partial<Identified> = {}) =>
    new SignInByIdentity(ports).execute({
      issuer,
      subject,
      names: [subject],
      userAgent: 'Browser',
      ...given,
    });
  return { ports, clock: ports.clock, come };
}

describe('signing in by an identity', () => {
  it('lets nobody in who is neither linked, invited nor admitted by a rule', async () => {
    const { ports, come } = await opened();
    await expect(come('ada')).rejects.toMatchObject({ code: 'identity-unknown' });
    await expect(come('ada', { role: 'member' })).rejects.toMatchObject({ code: 'setup-needed' });
    await expect(come('ada', { invite: 'absent' })).rejects.toMatchObject({ code: 'invalid-invite' });
    await new CreateSetup(ports).execute();
    expect(await ports.users.hasAny()).toBe(false);
  });

  it('makes the first owner of the first account, and then the same user each time', async () => {
    const { ports, come } = await opened();
    const first = await ports.accounts.addFirst({ id: 'first', name: 'First account', createdAt: 1 });
    const { user } = await come('ada', { role: 'owner' });
    expect(user).toMatchObject({ name: 'ada', role: 'owner', accountId: first.id });
    expect((await come('ada', { names: ['Other'] })).user.id).toBe(user.id);
    const { user: second } = await come('bob', { role: 'owner' });
    expect(second.accountId).not.toBe(first.id);
    const both = await Promise.all([come('eve', { role: 'member' }), come('eve', { role: 'member' })]);
    expect(new Set(both.map((started) => started.user.id)).size).toBe(1);
  });

  it('never takes the name of another user, nor one that cannot be seen', async () => {
    const { come } = await opened();
    const names = async (subject: string, ...given: readonly string[]) =>
      (await come(subject, { role: 'owner', names: given })).user.name;
    expect(await names('1', 'Ada')).toBe('Ada');
    expect(await names('2', 'ADA')).toBe('ADA 2');
    expect(await names('3', '\u202e ', 'Grace')).toBe('Grace');
    expect(await names('4')).toBe('User');
    expect(await names('5', 'x'.repeat(5_000))).toHaveLength(52);
    for (let count = 0; count < 12; count += 1) await names(`many ${count}`, 'ada');
  });

  it('uses an invite once, with its role', async () => {
    const { ports, come } = await opened();
    const invite = anInvite({ role: 'owner', expiresAt: ports.clock.now() + 9, createdAt: 1 });
    await ports.invites.add(invite);
    expect((await come('ada', { invite: invite.digest })).user.role).toBe('owner');
    await expect(come('bob', { invite: invite.digest })).rejects.toMatchObject({ code: 'invalid-invite' });
    expect((await come('ada', { invite: invite.digest })).user.name).toBe('ada');
    const setup = anInvite({ purpose: 'setup', role: 'owner' });
    await expect(come('bob', { invite: setup.digest })).rejects.toMatchObject({ code: 'invalid-invite' });
  });

  it('is linked to one user only, who has no password then', async () => {
    const { ports, come } = await opened();
    const [ada, bob] = [await come('ada', { role: 'owner' }), await come('bob', { role: 'owner' })];
    const link = (userId: string, subject: string) =>
      new LinkIdentity(ports).execute({ issuer, subject, userId, name: '' });
    await link(ada.user.id, 'ada');
    await link(ada.user.id, 'ada at work');
    expect((await come('ada at work')).user.id).toBe(ada.user.id);
    await expect(link(bob.user.id, 'ada')).rejects.toMatchObject({ code: 'identity-taken' });
    const change = { session: ada.session, current: '', password: 'four quiet words', userAgent: '' };
    await expect(new ChangePassword(ports).execute(change)).rejects.toMatchObject({ code: 'no-password' });
    for (const password of ['', '$', 'undefined'])
      await expect(
        new StartSession(ports).execute({ name: 'ada', password, userAgent: '' }),
      ).rejects.toMatchObject({ code: 'invalid-credentials' });
  });
});

describe('a first password', () => {
  it('is set within ten minutes of signing in, once, and then needs the current one', async () => {
    const { ports, clock, come } = await opened();
    const { session } = await come('ada', { role: 'owner' });
    const set = (password: string, current?: string) =>
      new ChangePassword(ports).execute({ session, current, password, userAgent: '' });
    clock.advance(RECENT_SIGN_IN_MS + 1);
    await expect(set('four quiet words')).rejects.toMatchObject({ code: 'sign-in-not-recent' });
    const { session: recent } = await come('ada');
    clock.advance(RECENT_SIGN_IN_MS);
    const again = { session: recent, password: 'four quiet words', userAgent: '' };
    const all = await Promise.allSettled([1, 2].map(() => new ChangePassword(ports).execute(again)));
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const signIn = (password: string) =>
      new StartSession(ports).execute({ name: 'ada', password, userAgent: '' });
    expect((await signIn('four quiet words')).user).toMatchObject({ id: session.userId });
    await expect(set('five other words')).rejects.toMatchObject({ code: 'invalid-input' });
    await set('five other words', 'four quiet words');
    expect((await signIn('five other words')).user.name).toBe('ada');
  });
});

describe('a role', () => {
  it('is changed by owners only, at once also in sessions', async () => {
    const { ports, come } = await opened();
    const [ada, bob] = [await come('ada', { role: 'owner' }), await come('bob', { role: 'member' })];
    const scopes = async ({ secret }: { readonly secret: string }) =>
      (await new AuthenticateSession(ports).execute(secret))?.caller.scopes ?? [];
    const change = async (by: { readonly secret: string }, id: string, role: 'owner' | 'member') => {
      const visitor = await new AuthenticateSession(ports).execute(by.secret);
      if (visitor === undefined) throw new Error('Nobody is signed in.');
      return await new ChangeRole(ports).execute(visitor.caller, id, role);
    };
    await expect(change(bob, bob.user.id, 'owner')).rejects.toMatchObject({ code: 'scope-missing' });
    await expect(change(ada, ada.user.id, 'member')).rejects.toMatchObject({ code: 'last-owner' });
    expect(await change(ada, bob.user.id, 'owner')).toMatchObject({ name: 'bob', role: 'owner' });
    expect(await scopes(bob)).toContain('admin');
    await change(bob, ada.user.id, 'member');
    expect(await scopes(ada)).not.toContain('admin');
  });
});

describe('a challenge', () => {
  it('is answered once, in time, and for its purpose', async () => {
    const { ports, clock } = await opened();
    const issue = () => new IssueChallenge(ports).execute({ purpose: 'identity-sign-in', state: '{}' });
    const redeem = async (secret: string, ...purposes: ('identity-sign-in' | 'identity-link')[]) =>
      new RedeemChallenge(ports).execute(secret, purposes);
    const [used, late, other] = [await issue(), await issue(), await issue()];
    expect((await redeem(used, 'identity-sign-in')).state).toBe('{}');
    const refused = { code: 'invalid-challenge' };
    await expect(redeem(used, 'identity-sign-in')).rejects.toMatchObject(refused);
    await expect(redeem(other, 'identity-link')).rejects.toMatchObject(refused);
    await expect(redeem(other, 'identity-sign-in')).rejects.toMatchObject(refused);
    clock.advance(CHALLENGE_LIFETIME_MS);
    await expect(redeem(late, 'identity-sign-in')).rejects.toMatchObject(refused);
  });
});
