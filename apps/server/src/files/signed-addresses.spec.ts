import { describe, expect, it } from '@jest/globals';
import { limitedCacheControl, signatureOf, SignedAddresses } from './signed-addresses.js';

const SECRET = 'a secret that is long enough to be one';
const NOW_SECONDS = 1_800_000_000;
const keys = new Map([
  ['site', SECRET],
  ['old', 'another secret that is long enough'],
]);
const addresses = new SignedAddresses(keys, { now: () => NOW_SECONDS * 1_000 });
const signed = (path: string, query: string, secret = SECRET): string =>
  `${query}&signature=${signatureOf(`/${path}?${query}`, secret)}`;
const check = (path: string, query: string) => addresses.check(path, `/cdn/${path}?${query}`);

describe('SignedAddresses', () => {
  const query = signed('a/b.jpg', `w=321&expires=${NOW_SECONDS + 60}&key=site`);

  it('accepts a signature until it expires', () => {
    expect(check('a/b.jpg', query)).toEqual({ secondsLeft: 60, query: 'w=321' });
    expect(check('a/b.jpg', signed('a/b.jpg', 'w=321&key=site'))).toEqual({
      secondsLeft: undefined,
      query: 'w=321',
    });
    expect(check('a/b.jpg', signed('a/b.jpg', 'key=site'))).toEqual({ secondsLeft: undefined, query: '' });
    expect(check('a/b.jpg', 'w=321')).toBeUndefined();
    const over = signed('a/b.jpg', `w=321&expires=${NOW_SECONDS}&key=site`);
    expect(() => check('a/b.jpg', over)).toThrow(expect.objectContaining({ code: 'address-expired' }));
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
  ])('refuses another %s', (_, path, changed) => {
    expect(() => check(path, changed)).toThrow(expect.objectContaining({ code: 'invalid-signature' }));
  });

  it('takes no notice of signatures where nobody signs', () => {
    expect(
      new SignedAddresses(new Map(), { now: () => 0 }).check('a.jpg', '/cdn/a.jpg?signature=x'),
    ).toBeUndefined();
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
