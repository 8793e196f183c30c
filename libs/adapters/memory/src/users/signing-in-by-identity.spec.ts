import { describe, expect, it } from '@jest/globals';
import {
  ChangePassword,
  CHALLENGE_LIFETIME_MS,
  CreateSetup,
  IssueChallenge,
  LinkIdentity,
  RedeemChallenge,
  SignInByIdentity,
  StartSession,
  type Identified,
} from '@cairn/access';
import { anInvite } from '@cairn/testkit';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { ManualClock } from '../manual-clock.js';
import { SequenceIdGenerator } from '../sequence-id-generator.js';
import { MemoryPasswordHash } from './memory-password-hash.js';
import { openMemoryUsers } from './memory-users.spec.kit.js';

const issuer = 'https://id.example.org';

async function opened() {
  const clock = new ManualClock();
  const ports = {
    ...(await openMemoryUsers()),
    ...{ clock, passwords: new MemoryPasswordHash(), ids: new SequenceIdGenerator() },
    digest: { digest: (secret: string) => bytesToHex(sha256(utf8ToBytes(secret))) },
  };
  const come = async (subject: string, given: Partial<Identified> = {}) =>
    new SignInByIdentity(ports).execute({
      ...{ issuer, subject, names: [subject], userAgent: 'Browser' },
      ...given,
    });
  return { ports, clock, come };
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
    const change = { userId: ada.user.id, current: '', password: 'four quiet words', userAgent: '' };
    await expect(new ChangePassword(ports).execute(change)).rejects.toMatchObject({ code: 'no-password' });
    for (const password of ['', '$', 'undefined'])
      await expect(
        new StartSession(ports).execute({ name: 'ada', password, userAgent: '' }),
      ).rejects.toMatchObject({ code: 'invalid-credentials' });
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
