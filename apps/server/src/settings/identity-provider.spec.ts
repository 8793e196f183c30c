import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parseSettings } from './settings.js';
import { faultsOf } from './settings.spec.kit.js';

const folder = mkdtempSync(join(tmpdir(), 'cairn-oidc-'));
const [file, empty] = [join(folder, 'secret'), join(folder, 'empty')];
writeFileSync(file, ' quiet \n');
writeFileSync(empty, '\n');
afterAll(() => rmSync(folder, { recursive: true }));

const needed = { CAIRN_OIDC_ISSUER: 'https://id.example.org', CAIRN_OIDC_CLIENT_ID: 'cairn' };

describe('the settings of an identity provider', () => {
  it('let nobody in without an invite by default', () => {
    expect(parseSettings({}).identityProvider).toBeUndefined();
    expect(parseSettings(needed).identityProvider).toEqual({
      issuer: 'https://id.example.org',
      clientId: 'cairn',
      clientSecret: undefined,
      name: 'id.example.org',
      scopes: 'openid profile email',
      members: [],
      owners: [],
    });
  });

  it('have a secret from a file, scopes, and rules', () => {
    const settings = parseSettings({
      ...needed,
      CAIRN_OIDC_CLIENT_SECRET_FILE: file,
      CAIRN_OIDC_SCOPES: 'openid,groups',
      CAIRN_OIDC_MEMBERS: 'anyone',
      CAIRN_OIDC_OWNERS: ' groups = Cairn owners , email=ada@example.org',
    });
    expect(settings.identityProvider).toMatchObject({
      clientSecret: 'quiet',
      scopes: 'openid groups',
      members: ['anyone'],
      owners: [
        { claim: 'groups', value: 'Cairn owners' },
        { claim: 'email', value: 'ada@example.org' },
      ],
    });
  });

  it.each<[Record<string, string>, RegExp]>([
    [{ ...needed, CAIRN_OIDC_ISSUER: 'http://id.example.org' }, /^CAIRN_OIDC_ISSUER must be an https/],
    [{ ...needed, CAIRN_OIDC_ISSUER: 'id.example.org' }, /^CAIRN_OIDC_ISSUER must be an https/],
    [{ CAIRN_OIDC_ISSUER: 'https://id.example.org' }, /^CAIRN_OIDC_CLIENT_ID must be set/],
    [{ CAIRN_OIDC_MEMBERS: 'anyone' }, /^CAIRN_OIDC_ISSUER must be set for CAIRN_OIDC_MEMBERS/],
    [{ ...needed, CAIRN_OIDC_OWNERS: 'anyone' }, /^CAIRN_OIDC_OWNERS must be claims/],
    [{ ...needed, CAIRN_OIDC_MEMBERS: 'groups=a,' }, /^CAIRN_OIDC_MEMBERS must be claims/],
    [{ ...needed, CAIRN_OIDC_SCOPES: 'email' }, /^CAIRN_OIDC_SCOPES must be scopes .* openid/],
    [{ ...needed, CAIRN_OIDC_CLIENT_SECRET_FILE: join(folder, 'no') }, /must be the path of a file that can/],
    [{ ...needed, CAIRN_OIDC_CLIENT_SECRET_FILE: empty }, /this one is empty/],
    [
      { ...needed, CAIRN_OIDC_CLIENT_SECRET: 'x', CAIRN_OIDC_CLIENT_SECRET_FILE: file },
      /must not be set beside/,
    ],
  ])('%# have one fault each', (env, fault) => {
    expect(faultsOf(env)).toEqual([expect.stringMatching(fault)]);
  });

  it('may name a provider of this machine without https', () => {
    for (const issuer of ['http://localhost:9000', 'http://127.0.0.1:9000/realm', 'http://[::1]'])
      expect(faultsOf({ ...needed, CAIRN_OIDC_ISSUER: issuer })).toEqual([]);
  });
});
