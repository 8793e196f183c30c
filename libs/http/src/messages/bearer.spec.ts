import { describe, expect, it } from '@jest/globals';
import { bearerIn } from './bearer.js';

describe('bearerIn', () => {
  it.each([
    ['a key', 'Bearer cairn_a', 'cairn_a'],
    ['a scheme in lower case', 'bearer  cairn_a ', 'cairn_a'],
    ['no header', undefined, undefined],
    ['a password for a proxy', 'Basic dTpw', undefined],
    ['a digest for a proxy', 'Digest username="u", realm="r"', undefined],
    ['Kerberos', 'Negotiate YII=', undefined],
    ['another scheme that begins alike', 'BearerX a', undefined],
    ['an empty header', '', undefined],
    ['a scheme without a key', 'Bearer', ''],
    ['two keys', 'Bearer a b', ''],
    ['a key without a scheme', 'cairn_a', ''],
  ])('reads %s', (_name, authorization, expected) => {
    expect(bearerIn({ authorization })).toBe(expected);
  });
});
