import { describe, expect, it } from '@jest/globals';
import { signatureOf, Signatures } from '../access/tokens/signatures.js';
import { limitedCacheControl, SignedAddresses } from './signed-addresses.js';

const SECRET = 'a secret that is long enough to be one';
const NOW_SECONDS = 1_800_000_000;
const STORED = 'a stored secret that is long enough';
const keys = new Map([
  ['site', SECRET],
  ['old', 'another secret that is long enough'],
]);
const storedKey = (name: string) => ({ id: '1', name, secret: STORED, createdAt: 0 });
const addresses = new SignedAddresses({
  signatures: new Signatures({
    settings: keys,
    stored: { findByName: async (name) => (['app', 'old'].includes(name) ? storedKey(name) : undefined) },
  }),
  clock: { now: () => NOW_SECONDS * 1_000 },
  keptSeconds: 60,
});
const signed = (path: string, query: string, secret = SECRET): string =>
  `${query}&signature=${signatureOf(`/${path}?${query}`, secret)}`;
const check = (path: string, query: string) => addresses.check(path, `/cdn/${path}?${query}`);

describe('SignedAddresses', () => {
  const query = signed('a/b.jpg', `w=321&expires=${NOW_SECONDS + 60}&key=site`);

  it('accepts a signature until it expires', async () => {
    expect(await check('a/b.jpg', query)).toEqual({ expiresAt: NOW_SECONDS + 60, query: 'w=321' });
    expect(await check('a/b.jpg', signed('a/b.jpg', 'w=321&key=site'))).toEqual({
      expiresAt: undefined,
      query: 'w=321',
    });
    expect(await check('a/b.jpg', signed('a/b.jpg', 'key=site'))).toEqual({
      expiresAt: undefined,
      query: '',
    });
    expect(await check('a/b.jpg', 'w=321')).toBeUndefined();
    const over = signed('a/b.jpg', `w=321&expires=${NOW_SECONDS}&key=site`);
    await expect(check('a/b.jpg', over)).rejects.toEqual(
      expect.objectContaining({ code: 'address-expired' }),
    );
  });

  it.each<[string, string, string]>([
    ['path', 'a/c.jpg', query],
    ['case of the path', 'A/b.jpg', query],
    ['encoding of the path', 'a/%62.jpg', query],
    ['value', 'a/b.jpg', query.replace('321', '322')],
    ['encoding of the query', 'a/b.jpg', query.replace('321', '32%31')],
    ['case of the query', 'a/b.jpg', query.replace('w=', 'W=')],
    ['order', 'a/b.jpg', query.replace(/^(w=321)&(expires=\d+)/, '$2&$1')],
    ['expiry', 'a/b.jpg', query.replace(/expires=\d+/, 'expires=9999999999')],
    ['lack of an expiry', 'a/b.jpg', query.replace(/expires=\d+&/, '')],
    ['key', 'a/b.jpg', query.replace('key=site', 'key=old')],
    ['unknown key', 'a/b.jpg', query.replace('key=site', 'key=none')],
    ['secret', 'a/b.jpg', signed('a/b.jpg', 'w=321&key=site', 'guessed')],
    ['signature', 'a/b.jpg', query.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['shorter signature', 'a/b.jpg', query.slice(0, -1)],
    ['parameter after it', 'a/b.jpg', `${query}&w=9`],
    ['parameter before it', 'a/b.jpg', `h=5&${query}`],
    ['second signature', 'a/b.jpg', `${query}&signature=${'A'.repeat(43)}`],
    ['place of the expiry', 'a/b.jpg', signed('a/b.jpg', 'expires=9999999999&w=321&key=site')],
    ['expiry that is no number', 'a/b.jpg', signed('a/b.jpg', 'expires=1e9&key=site')],
    ['empty signature', 'a/b.jpg', 'w=321&signature='],
  ])('refuses another %s', async (_, path, changed) => {
    await expect(check(path, changed)).rejects.toEqual(
      expect.objectContaining({ code: 'invalid-signature' }),
    );
  });

  it('lets caches keep what is served for so long, and no longer than the address is valid', () => {
    const kept = (expiresAt: number | undefined): number => addresses.keptSeconds({ expiresAt, query: '' });
    expect([undefined, 5, 60, 61, -1].map((end) => kept(end && NOW_SECONDS + end))).toEqual([
      60, 5, 60, 60, 0,
    ]);
  });

  it('asks for stored keys too; one of the settings comes first', async () => {
    expect(await check('a.jpg', signed('a.jpg', 'w=9&key=app', STORED))).toMatchObject({ query: 'w=9' });
    await expect(check('a.jpg', signed('a.jpg', 'w=9&key=old', STORED))).rejects.toMatchObject({
      status: 403,
    });
  });

  it('takes no notice of a path that has the word', async () => {
    expect(await addresses.check('a&signature=b.jpg', '/cdn/a&signature=b.jpg')).toBeUndefined();
  });
});

describe('the Cache-Control of an address that expires', () => {
  it.each([
    ['public, max-age=3600, stale-while-revalidate=60', 5, 'public, max-age=5, must-revalidate'],
    ['public, max-age=60, s-maxage=30, immutable', 500, 'public, max-age=30, must-revalidate'],
    ['private', 7, 'private, max-age=7, must-revalidate'],
  ])('%s is %i seconds at most', (given, seconds, limited) => {
    expect(limitedCacheControl(given, seconds)).toBe(limited);
  });
});
