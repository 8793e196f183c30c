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
    ['without expiry', key, true],
    ['before its expiry', { ...key, expiresAt: 11 }, true],
    ['at its expiry', { ...key, expiresAt: 10 }, false],
    ['after its expiry', { ...key, expiresAt: 9 }, false],
    ['revoked', { ...key, revokedAt: 10 }, false],
    ['revoked at time 0', { ...key, revokedAt: 0 }, false],
    ['revoked before its expiry', { ...key, revokedAt: 5, expiresAt: 20 }, false],
  ])('%s', (_case, given, usable) => {
    expect(isUsable(given, 10)).toBe(usable);
  });
});
