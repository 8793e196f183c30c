import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { InvalidToken } from '@cairn/access';
import { describe, expect, it } from '@jest/globals';
import { HubTokens } from './hub-tokens.js';

const NOW = 1_800_000_000;
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;
const pem = publicKey.export({ format: 'pem', type: 'spki' });
const claims = { aid: 'alice', exp: NOW + 60 };

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signing = (payload: unknown, header: unknown = { alg: 'RS256' }): string =>
  `${part(header)}.${part(payload)}`;
const rs256 = (text: string, key = privateKey): string => `${text}.${signed('RSA-SHA256', text, key)}`;
const signed = (digest: string, text: string, key: KeyObject): string =>
  sign(digest, Buffer.from(text), key).toString('base64url');
const token = (payload: unknown): string => rs256(signing(payload));

const open = (): { tokens: HubTokens; clock: { seconds: number; now: () => number } } => {
  const clock = { seconds: NOW, now: () => clock.seconds * 1_000 };
  return { tokens: new HubTokens(publicKey, clock), clock };
};

describe('a token', () => {
  it('names its owner, rights and limits', async () => {
    const { tokens } = open();
    const rights = {
      readFeatures: [{ owner: 'bob', packages: ['a', 'b'] }, {}],
      createFeatures: 'everything',
      manageSpaces: [{ space: 5 }],
    };
    const urm = { 'xyz-hub': rights, 'another-service': { readFeatures: [{}] } };
    const limits = { maxSpaces: 3, maxFeaturesPerSpace: -1 };
    expect(await tokens.verify(token({ ...claims, urm, limits }))).toEqual({
      accountId: 'alice',
      rights: {
        readFeatures: [{ owner: ['bob'], packages: ['a', 'b'] }, {}],
        createFeatures: [],
        manageSpaces: [{ space: [] }],
      },
      limits: { maxSpaces: 3, maxFeaturesPerSpace: undefined },
    });
    const none = { maxSpaces: null };
    expect(await tokens.verify(token({ ...claims, limits: none }))).toMatchObject({ limits: {} });
    expect(await tokens.verify(token({ aid: 'bob' }))).toEqual({ accountId: 'bob', rights: {}, limits: {} });
  });

  it.each([
    (text: string) => deflateSync(text).toString('base64'),
    (text: string) => deflateRawSync(text).toString('base64'),
    (text: string) => deflateSync(text).toString('base64url'),
  ])('may be compressed: case %#', async (compress) => {
    const filling = {
      urm: { 'xyz-hub': { readFeatures: Array.from({ length: 300 }, () => ({ owner: 'a' })) } },
    };
    const sent = compress(token({ ...claims, ...filling }));
    expect(await open().tokens.verify(sent)).toMatchObject({ accountId: 'alice' });
  });

  it('is known again until it expires', async () => {
    const { tokens, clock } = open();
    const sent = token(claims);
    const holder = await tokens.verify(sent);
    clock.seconds += 59;
    expect(await tokens.verify(sent)).toBe(holder);
    clock.seconds += 1;
    await expect(tokens.verify(sent)).rejects.toThrow('The token has expired.');
    await expect(tokens.verify(sent)).rejects.toThrow(InvalidToken);
  });

  it.each([
    ['expired', token({ ...claims, exp: NOW })],
    ['not valid yet', token({ ...claims, nbf: NOW + 1 })],
    ['no numbers', token({ ...claims, exp: 'never' })],
    ['not signed', rs256(signing(claims), stranger)],
    ['not signed', `${signing(claims, { alg: 'none' })}.`],
    ['not signed', rs256(signing(claims, { alg: 'none' }))],
    ['not signed', rs512(signing(claims, { alg: 'RS512' }))],
    ['not signed', rs256(signing(claims, { alg: 'RS256', crit: ['exp'] }))],
    ['not signed', `${signing(claims, { alg: 'HS256' })}.${hmac(signing(claims, { alg: 'HS256' }))}`],
    ['not signed', token(claims).replace(part(claims), part({ ...claims, aid: 'root' }))],
    ['malformed', ''],
    ['malformed', 'a.b.c'],
    ['malformed', 'a.b'],
    ['malformed', 'words'],
    ['malformed', '%&'],
    ['malformed', deflateSync(token({ ...claims, more: 'x'.repeat(32_768) })).toString('base64')],
    ['malformed', token([])],
    ['limits', token({ ...claims, limits: { maxSpaces: '2' } })],
    ['limits', token({ ...claims, limits: { maxFeaturesPerSpace: 1.5 } })],
    ['limits', token({ ...claims, limits: 5 })],
    ['aid', token({ exp: NOW + 60 })],
    ['aid', token({ ...claims, aid: 5 })],
    ['aid', token({ ...claims, aid: 'me' })],
    ['aid', token({ ...claims, aid: 'a\0' })],
  ])('is refused as %s: case %#', async (reason, sent) => {
    const attempt = open().tokens.verify(sent);
    await expect(attempt).rejects.toThrow(InvalidToken);
    await expect(attempt).rejects.toThrow(reason);
  });
});

function rs512(text: string): string {
  return `${text}.${signed('RSA-SHA512', text, privateKey)}`;
}

function hmac(text: string): string {
  return createHmac('sha256', pem).update(text).digest('base64url');
}
