import { describe, expect, it } from '@jest/globals';
import { isUsable, type ApiKey } from './api-key.js';

const key: ApiKey = {
  id: 'k',
  accountId: 'alice',
  name: 'Laptop',
  scopes: [],
  hint: 'cairn_0000',
  digest: '',
  createdAt: 0,
};

describe('isUsable', () => {
  it.each([
    ['without an end', key, true],
    ['before its end', { ...key, expiresAt: 11 }, true],
    ['at its end', { ...key, expiresAt: 10 }, false],
    ['after its end', { ...key, expiresAt: 9 }, false],
    ['once revoked', { ...key, revokedAt: 10 }, false],
    ['once revoked, at the beginning of time', { ...key, revokedAt: 0 }, false],
    ['revoked before its end', { ...key, revokedAt: 5, expiresAt: 20 }, false],
  ])('%s', (_case, given, usable) => {
    expect(isUsable(given, 10)).toBe(usable);
  });
});
