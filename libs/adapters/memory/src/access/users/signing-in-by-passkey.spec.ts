import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@cairn/kernel';
import {
  AddPasskey,
  AuthenticateSession,
  InvalidPasskey,
  IssueChallenge,
  ListPasskeys,
  RedeemChallenge,
  RemovePasskey,
  SignInByIdentity,
  SignInByPasskey,
  type Passkey,
} from '@cairn/access';
import { RECENT_SIGN_IN_MS } from '@cairn/access/spi';
import { openSignIn } from './memory-users.spec.kit.js';

/** A user with a passkey and no password. */
async function opened() {
  const ports = await openSignIn();
  const { user } = await new SignInByIdentity(ports).execute({
    issuer: 'https://id.example.org',
    subject: 'ada',
    names: ['Ada'],
    role: 'owner',
    userAgent: 'Browser',
  });
  const passkey = await new AddPasskey(ports).execute({
    userId: user.id,
    credentialId: 'credential',
    publicKey: 'key',
    counter: 1,
    transports: ['internal'],
    name: ' Phone ',
  });
  const signIn = (verify: (passkey: Passkey) => Promise<number>, credentialId = 'credential') =>
    new SignInByPasskey(ports).execute({ credentialId, verify, userAgent: 'Browser' });
  return { ports, user, passkey, signIn };
}

/** The sorted codes of the errors; empty for a success. */
async function codesOf(attempts: readonly Promise<unknown>[]): Promise<readonly string[]> {
  const codes = attempts.map(async (attempt) => {
    try {
      await attempt;
      return '';
    } catch (error) {
      return error instanceof DomainError ? error.code : String(error);
    }
  });
  return (await Promise.all(codes)).sort();
}

describe('a passkey', () => {
  it('begins a session of its user, and says when', async () => {
    const { ports, user, passkey, signIn } = await opened();
    ports.clock.advance(60_000);
    const { secret, ...started } = await signIn(async () => 2);
    expect(started.user).toEqual(user);
    expect(await new AuthenticateSession(ports).execute(secret)).toMatchObject({ user: { id: user.id } });
    expect(await new ListPasskeys(ports).execute(user.id)).toEqual([
      { ...passkey, name: 'Phone', counter: 2, lastUsedAt: ports.clock.now() },
    ]);
  });

  it.each(['', ' ', 'x'.repeat(201)])('does not have the name %j', async (name) => {
    const { ports, passkey } = await opened();
    const added = new AddPasskey(ports).execute({ ...passkey, credentialId: 'other', name });
    await expect(added).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('begins none if it is unknown, is not verified, counts back or is removed meanwhile', async () => {
    const { ports, user, passkey, signIn } = await opened();
    const sessions = async () => (await ports.sessions.list(user.id)).length;
    const before = await sessions();
    const refused = { code: 'invalid-passkey' };
    await expect(signIn(async () => 2, 'other')).rejects.toMatchObject(refused);
    await expect(signIn(async () => Promise.reject(new InvalidPasskey()))).rejects.toMatchObject(refused);
    for (const counter of [1, 0])
      await expect(signIn(async () => counter)).rejects.toMatchObject({
        ...refused,
        cause: { code: 'passkey-copied' },
      });
    const removing = signIn(async () => {
      await new RemovePasskey(ports).execute(user.id, passkey.id);
      return 9;
    });
    await expect(removing).rejects.toMatchObject({ ...refused, cause: { code: 'passkey-not-found' } });
    expect(await sessions()).toBe(before);
  });

  it('signs in one of two that come at once with the same counter', async () => {
    const { signIn } = await opened();
    expect(await codesOf([signIn(async () => 2), signIn(async () => 2)])).toEqual(['', 'invalid-passkey']);
  });

  it('does not hide that a store fails', async () => {
    const { signIn } = await opened();
    await expect(signIn(async () => Promise.reject(new Error('out of order')))).rejects.toThrow(
      'out of order',
    );
  });
});

describe('a challenge for a passkey', () => {
  it('is spent by the first of those who redeem it at once, also for another purpose', async () => {
    const { ports } = await opened();
    const secret = await new IssueChallenge(ports).execute({ purpose: 'passkey-sign-in', state: '' });
    const redeem = new RedeemChallenge(ports);
    const all = Array.from({ length: 3 }, () => redeem.execute(secret, ['passkey-sign-in']));
    expect(await codesOf(all)).toEqual(['', 'invalid-challenge', 'invalid-challenge']);
    const other = await new IssueChallenge(ports).execute({ purpose: 'passkey-sign-in', state: '' });
    const mixed = [
      redeem.execute(other, ['passkey-registration']),
      redeem.execute(other, ['passkey-sign-in']),
    ];
    expect(await codesOf(mixed)).toEqual(['invalid-challenge', 'invalid-challenge']);
  });

  it.each(['passkey-registration', 'identity-link'] as const)(
    'for %s is issued within ten minutes of signing in, so that a session left open gives no way to come back',
    async (purpose) => {
      const { ports, signIn } = await opened();
      const { session, user } = await signIn(async () => 2);
      const issue = () => new IssueChallenge(ports).execute({ purpose, session, state: '' });
      ports.clock.advance(RECENT_SIGN_IN_MS);
      const redeemed = await new RedeemChallenge(ports).execute(await issue(), [purpose]);
      expect(redeemed.userId).toBe(user.id);
      ports.clock.advance(1);
      await expect(issue()).rejects.toMatchObject({ code: 'sign-in-not-recent' });
    },
  );
});
