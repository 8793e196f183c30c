import { describe, expect, it } from '@jest/globals';
import { defaultHubAuth, hubAuthFault, hubAuthWarning } from './hub-auth.js';

const none = undefined;

describe.each([
  ['127.0.0.1', none, none, true],
  ['::1', none, none, true],
  ['localhost', 'http://cairn.localhost:8080', 'http://[::1]:8080/files', true],
  ['0.0.0.0', none, none, false],
  ['::', none, none, false],
  ['192.168.1.5', none, none, false],
  ['cairn.internal', none, none, false],
  ['0.0.0.0', 'http://localhost:8080', none, false],
  ['127.0.0.1', 'https://cairn.example.org', none, false],
  ['127.0.0.1', none, 'https://cdn.example.org', false],
] as const)('listening at %s, reached at %s, files at %s', (host, baseUrl, cdnUrl, isLocal) => {
  const reach = { host, baseUrl, cdnUrl };

  it(`allows anonymous callers by default: ${isLocal}`, () => {
    expect(defaultHubAuth(reach)).toBe(isLocal ? 'anonymous' : 'required');
  });

  it(`may be open: ${isLocal}`, () => {
    expect(hubAuthFault('open', reach) === undefined).toBe(isLocal);
    for (const hubAuth of [undefined, 'anonymous', 'required'] as const)
      expect(hubAuthFault(hubAuth, reach)).toBeUndefined();
  });

  it(`warns about anonymous: ${!isLocal}`, () => {
    expect(hubAuthWarning({ ...reach, hubAuth: 'anonymous' }) !== undefined).toBe(!isLocal);
    expect(hubAuthWarning({ ...reach, hubAuth: 'required' })).toBeUndefined();
  });
});
