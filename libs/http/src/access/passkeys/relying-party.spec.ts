import { generateKeyPairSync } from 'node:crypto';
import type { Passkey, User } from '@cairn/access';
import { describe, expect, it } from '@jest/globals';
import { noLog } from '../../logging/http-log.js';
import { Authenticator, type Deviation } from './authenticator.spec.kit.js';
import { RelyingParty } from './relying-party.js';

const ORIGIN = 'https://cairn.example.org';
const SECRET = 's'.repeat(43);
const user: User = { id: 'ada', accountId: 'a', name: 'Ada', role: 'owner', createdAt: 1 };
const challengeOf = (secret: string): string => Buffer.from(secret).toString('base64url');

const partyAt = (baseUrl: string): RelyingParty => new RelyingParty({ addresses: { baseUrl }, log: noLog });

/** A service, and an authenticator with a passkey of Ada for it. */
async function registered(counter = 1) {
  const party = partyAt(ORIGIN);
  const authenticator = new Authenticator(ORIGIN);
  const credential = authenticator.create(await party.creation(SECRET, user, []), { counter });
  const created = await party.created(credential, SECRET);
  const passkey: Passkey = { ...created, id: 'p', userId: user.id, name: 'Phone', createdAt: 1 };
  const signIn = async (given: Deviation = {}) =>
    party.counterOf(authenticator.sign(await party.request(SECRET), given), passkey, SECRET);
  return { party, authenticator, passkey, signIn };
}

describe('an address for passkeys', () => {
  it.each([
    ['https://cairn.example.org', 'available'],
    ['https://cairn.example.org:8443', 'available'],
    ['http://localhost:8080', 'available'],
    ['http://cairn.lan', 'not-https'],
    ['https://192.0.2.7', 'ip-address'],
    ['http://127.0.0.1:8080', 'ip-address'],
    ['https://[2001:db8::1]', 'ip-address'],
  ])('%s is %s', (baseUrl, state) => {
    const party = partyAt(baseUrl);
    expect(party.state).toBe(state);
    if (state === 'available') expect(() => party.assertAvailable()).not.toThrow();
    else expect(() => party.assertAvailable()).toThrow(expect.objectContaining({ code: 'no-passkeys' }));
  });
});

describe('a new passkey', () => {
  it('is for the host, and is not made where the user has one', async () => {
    const { party, passkey } = await registered();
    const options = await party.creation(SECRET, user, [passkey]);
    expect(options.rp.id).toBe('cairn.example.org');
    expect(options.excludeCredentials).toEqual([
      { id: passkey.credentialId, type: 'public-key', transports: ['internal'] },
    ]);
    expect(options.authenticatorSelection.userVerification).toBe('required');
    expect(passkey.counter).toBe(1);
  });

  it.each<readonly [string, Deviation, RegExp]>([
    ['for a page of another origin', { origin: 'https://evil.example' }, /origin/],
    ['for another port', { origin: `${ORIGIN}:8443` }, /origin/],
    ['in a frame of another origin', { crossOrigin: true }, /frame/],
    ['in a frame whose page is named', { crossOrigin: true, topOrigin: 'https://evil.example' }, /frame/],
    ['in a frame that says so in another way', { crossOrigin: 'true' }, /frame/],
    ['for another host', { rpId: 'example.org' }, /RP ID/],
    ['for another challenge', { challenge: challengeOf('t'.repeat(43)) }, /challenge/],
    ['by an answer to a sign-in', { type: 'webauthn.get' }, /type/],
    ['without verifying its user', { isVerified: false }, /verif/],
    [
      'with an attestation of another format',
      { attestation: { fmt: 'fido-u2f', attStmt: new Map() } },
      /not asked/,
    ],
    [
      'with certificates',
      { attestation: { fmt: 'packed', attStmt: new Map([['x5c', [new Uint8Array(3)]]]) } },
      /not asked/,
    ],
  ])('made %s is none', async (_, given, reason) => {
    const party = partyAt(ORIGIN);
    const credential = new Authenticator(ORIGIN).create(await party.creation(SECRET, user, []), given);
    await expect(party.created(credential, SECRET)).rejects.toMatchObject({
      code: 'unusable-passkey',
      cause: { message: expect.stringMatching(reason) },
    });
  });

  it.each(['', 'AA', '!', 'oA'])('of the bytes %j is none', async (attestationObject) => {
    const party = partyAt(ORIGIN);
    const { response, ...rest } = new Authenticator(ORIGIN).create(await party.creation(SECRET, user, []));
    const credential = { ...rest, response: { ...response, attestationObject } };
    await expect(party.created(credential, SECRET)).rejects.toMatchObject({ code: 'unusable-passkey' });
  });
});

describe('a signature of a passkey', () => {
  it('says how often there was one', async () => {
    const { signIn } = await registered();
    expect(await signIn()).toBe(2);
    expect(await signIn({ counter: 4_000_000_000 })).toBe(4_000_000_000);
  });

  it('may count nothing', async () => {
    const { signIn } = await registered(0);
    expect(await signIn({ counter: 0 })).toBe(0);
  });

  it.each<readonly [string, Deviation, RegExp]>([
    ['on a page of another origin', { origin: 'https://evil.example' }, /origin/],
    ['on a page with http', { origin: 'http://cairn.example.org' }, /origin/],
    ['in a frame of another origin', { crossOrigin: true }, /frame/],
    ['in a frame whose page is named', { crossOrigin: true, topOrigin: 'https://evil.example' }, /frame/],
    ['in a frame that says so in another way', { crossOrigin: 'true' }, /frame/],
    ['for another host', { rpId: 'example.org' }, /RP ID/],
    ['of another challenge', { challenge: challengeOf('t'.repeat(43)) }, /challenge/],
    ['that makes a passkey', { type: 'webauthn.create' }, /type/],
    ['for another user', { userId: 'eve' }, /another user/],
    ['for no user', { userId: '' }, /another user/],
    ['without verifying its user', { isVerified: false }, /verif/],
    ['with the counter as it was', { counter: 1 }, /counter/],
    ['with the counter going back', { counter: 0 }, /counter/],
    [
      'by another key',
      { privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
      /signature/,
    ],
  ])('%s is not valid', async (_, given, reason) => {
    const { signIn } = await registered();
    await expect(signIn(given)).rejects.toMatchObject({
      code: 'invalid-passkey',
      cause: { message: expect.stringMatching(reason) },
    });
  });

  it('names its challenge, or none if it cannot be read', async () => {
    const { party, authenticator } = await registered();
    const { response } = authenticator.sign(await party.request(SECRET));
    expect(await party.secretIn(response)).toBe(SECRET);
    for (const clientDataJSON of ['', 'AA', '{}', challengeOf('{}'), challengeOf('{"challenge":7}')])
      expect(await party.secretIn({ clientDataJSON })).toBe('');
  });
});
