import { describe, expect, it } from '@jest/globals';
import { type AdmissionRule, admits, type Claims } from './admission-rules.js';
import { returnPath } from '../access/identities/identity-sign-in.js';

const email: Claims = { email: 'Ada@Example.org', email_verified: true };
const rule = (claim: string, value: string): AdmissionRule => ({ claim, value });

describe('rules of admission', () => {
  it.each<[AdmissionRule, Claims, boolean]>([
    ['anyone', {}, true],
    [rule('groups', 'staff'), { groups: ['guests', 'staff'] }, true],
    [rule('groups', 'staff'), { groups: 'staff' }, true],
    [rule('groups', 'staff'), { groups: ['staff2', 'Staff', ['x']] }, false],
    [rule('groups', 'staff'), {}, false],
    [rule('realm_access.roles', 'a b'), { realm_access: { roles: ['a b'] } }, true],
    [rule('https://x.org/roles', 'a'), { 'https://x.org/roles': ['a'] }, true],
    [rule('constructor.name', 'Object'), {}, false],
    [rule('department', '7'), { department: 7 }, true],
    [rule('staff', 'true'), { staff: true }, true],
    [rule('staff', 'null'), { staff: null }, false],
    [rule('email', '@example.org'), email, true],
    [rule('email', 'ada@example.ORG'), email, true],
    [rule('email', '@example.org'), { ...email, email_verified: false }, false],
    [rule('email', '@example.org'), { ...email, email_verified: 'true' }, false],
    [rule('email', '@example.org'), { email: 'ada@example.org' }, false],
    [rule('email', '@example.org'), { ...email, email: 'ada@evil.org@sub.example.org' }, false],
    [rule('email', '@example.org'), { ...email, email: '@example.org@evil.org' }, false],
    [rule('email', 'example.org'), email, false],
  ])('%# %j of %j', (given, claims, isAdmitted) => {
    expect(admits([given], claims)).toBe(isAdmitted);
  });

  it('are alternatives, and admit nobody where there are none', () => {
    expect(admits([rule('a', 'b'), rule('c', 'd')], { c: 'd' })).toBe(true);
    expect(admits([], { c: 'd' })).toBe(false);
  });
});

describe('an address to return to', () => {
  it.each([
    ['/images?tag=a', '/images?tag=a'],
    ['/spaces/x#y', '/spaces/x'],
    [undefined, '/'],
    ['', '/'],
    ['https://evil.example', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['/.//evil.example', '/'],
    ['/x/..//evil.example', '/'],
    ['/api/sign-in', '/'],
    ['javascript:alert(1)', '/'],
    [`/${'x'.repeat(2_000)}`, '/'],
    ['/a\r\nSet-Cookie: b=c', '/aSet-Cookie:%20b=c'],
  ])('%# %j is %j', (given, expected) => {
    expect(returnPath(given)).toBe(expected);
  });
});
