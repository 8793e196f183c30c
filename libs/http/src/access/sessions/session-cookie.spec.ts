import { describe, expect, it } from '@jest/globals';
import { SessionCookie } from './session-cookie.js';

const secret = 'x'.repeat(43);
const plain = new SessionCookie({ baseUrl: 'http://cairn.lan' });
const secure = new SessionCookie({ baseUrl: 'https://cairn.example.org' });

describe('the cookie of a session', () => {
  it.each([
    [plain, `cairn_session=${secret}`, secret],
    [plain, `a=b;cairn_session=${secret} ; c=d`, secret],
    [plain, `cairn_session=${secret}x`, undefined],
    [plain, `xcairn_session=${secret}`, undefined],
    [plain, 'cairn_session=', undefined],
    [plain, `cairn_session=of-others; cairn_session=${secret}`, secret],
    [plain, undefined, undefined],
    [secure, `__Host-cairn_session=${secret}`, secret],
    [secure, `cairn_session=${secret}`, undefined],
  ])('%# is read from %j %j', (cookie, header, expected) => {
    expect(cookie.read({ headers: { ...(header !== undefined && { cookie: header }) } })).toBe(expected);
  });

  it('is Secure and for one host where the address is https', () => {
    expect(plain.stored(secret)).not.toContain('Secure');
    expect(secure.stored(secret)).toMatch(
      /^__Host-cairn_session=x+; Path=\/; Max-Age=7776000; HttpOnly;.*; Secure$/,
    );
    expect(secure.removed()).toMatch(/^__Host-cairn_session=; Path=\/; Max-Age=0;/);
  });

  it('is for the path of the address alone, where it has one', () => {
    const below = new SessionCookie({ baseUrl: 'https://example.org/photos' });
    expect(below.stored(secret)).toMatch(/^__Secure-cairn_session=x+; Path=\/photos; .*; Secure$/);
    expect(below.read({ headers: { cookie: `__Secure-cairn_session=${secret}` } })).toBe(secret);
    const open = new SessionCookie({ baseUrl: 'http://cairn.lan/photos' });
    expect(open.stored(secret)).toMatch(/^cairn_session=x+; Path=\/photos; /);
  });

  it.each([
    [plain, 'http://cairn.lan', false],
    [secure, 'https://cairn.example.org', false],
    [secure, undefined, false],
    [secure, 'http://localhost:8080', false],
    [secure, 'http://192.0.2.7:8080', true],
  ])('%# says when a page at %j %j would not keep it', (cookie, origin, isDropped) => {
    const check = (): void => cookie.assertKept({ headers: { ...(origin !== undefined && { origin }) } });
    if (isDropped) expect(check).toThrow(/https address/);
    else expect(check).not.toThrow();
  });
});
