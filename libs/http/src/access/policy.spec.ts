import {
  DEFAULT_CONTRIBUTION_RULES,
  anonymous,
  decide,
  LINK_ROLES,
  roles,
  scopes,
  scopesOf,
  type LinkRole,
  type Principal,
  type Role,
  type Scope,
} from '@cairn/access';
import { operations, visitorsOf } from '@cairn/api-schema';
import { describe, expect, it } from '@jest/globals';
import type { HubAuth } from '../settings/http-settings.js';
import { requirementOf } from './guard/gatekeeper.js';

const withScopes = (...held: readonly Scope[]): Principal => ({
  kind: 'key',
  caller: { accountId: 'alice', keyId: 'key', scopes: held },
});

const token: Principal = { kind: 'token', holder: { accountId: 'alice', rights: {}, limits: {} } };

const linkOf = (role: LinkRole): Principal => ({
  kind: 'link',
  link: {
    id: 'link',
    accountId: 'alice',
    digest: '',
    resource: { type: 'folder', id: 'one' },
    role,
    position: 'none',
    download: false,
    createdAt: 0,
    uses: 0,
    ...DEFAULT_CONTRIBUTION_RULES,
    addedImages: 0,
    addedBytes: 0,
    waitingImages: 0,
  },
});

const signedIn = (role: Role): Principal => ({
  kind: 'session',
  caller: { accountId: 'alice', userId: 'ada', scopes: scopesOf(role) },
  user: { id: 'ada', accountId: 'alice', name: 'Ada', role, passwordHash: '', createdAt: 0 },
  session: {
    id: 'session',
    userId: 'ada',
    digest: '',
    userAgent: '',
    createdAt: 0,
    lastUsedAt: 0,
    expiresAt: 1,
  },
});

const uploadToken: Principal = {
  kind: 'upload-token',
  caller: { accountId: 'alice', scopes: ['images:write'] },
  token: {
    id: 'token',
    accountId: 'alice',
    digest: '',
    path: '',
    tags: [],
    maxFiles: 1,
    filesUsed: 0,
    expiresAt: 1,
    createdAt: 0,
  },
};

const principals: Readonly<Record<string, Principal>> = {
  anonymous,
  token,
  'upload token': uploadToken,
  ...Object.fromEntries(LINK_ROLES.map((role) => [`link ${role}`, linkOf(role)])),
  ...Object.fromEntries(scopes.map((scope) => [scope, withScopes(scope)])),
  'every scope': withScopes(...scopes),
  ...Object.fromEntries(roles.map((role) => [`session of ${role}`, signedIn(role)])),
};

/** The principals that may call each operation. Use cases check which data they may access. */
function matrix(hubAuth: HubAuth): Readonly<Record<string, string>> {
  const rows = operations.map((operation) => {
    const allowed = Object.entries(principals)
      .filter(([, principal]) => decide(principal, requirementOf(operation, hubAuth)) === 'allowed')
      .map(([name]) => name);
    return [operation.id, allowed.length === Object.keys(principals).length ? 'all' : allowed.join(', ')];
  });
  return Object.fromEntries(rows) as Readonly<Record<string, string>>;
}

describe('who may use which operation', () => {
  it.each(['anonymous', 'required'] as const)('where CAIRN_HUB_AUTH is %s', (hubAuth) => {
    const decided = matrix(hubAuth);
    const width = Math.max(...Object.keys(decided).map((id) => id.length));
    const lines = Object.entries(decided).map(([id, allowed]) => `  ${id.padEnd(width)}  ${allowed}`);
    process.stdout.write(
      `Operations and who may use them (CAIRN_HUB_AUTH=${hubAuth}):\n${lines.join('\n')}\n`,
    );
    expect(decided).toMatchSnapshot();
  });

  it('at the public door', () => {
    const served = operations.map((operation) => [operation.id, visitorsOf(operation)] as const);
    expect(Object.fromEntries(served.filter(([, visitors]) => visitors !== 'nobody'))).toMatchSnapshot();
  });

  it('a token opens the spaces API and nothing else', () => {
    for (const hubAuth of ['anonymous', 'required'] as const) {
      const opened = operations
        .filter(({ access }) => access !== 'open' && access !== 'link')
        .map((operation) => ({
          api: operation.api,
          decision: decide(token, requirementOf(operation, hubAuth)),
        }));
      for (const { api, decision } of opened)
        expect(decision).toMatch(api === 'spaces' ? /^allowed$/ : /^(?:key|session)-needed$/);
    }
  });

  it('an upload token opens the upload of an image and nothing else, whatever its maker may do', () => {
    const { caller, ...rest } = uploadToken;
    for (const principal of [uploadToken, { ...rest, caller: { ...caller, scopes } }] as const)
      for (const hubAuth of ['anonymous', 'required'] as const) {
        const opened = operations
          .filter(({ access }) => access !== 'open')
          .filter((operation) => decide(principal, requirementOf(operation, hubAuth)) === 'allowed');
        expect(opened.map(({ id }) => id)).toEqual(['uploadImage']);
      }
  });

  it('a link opens what is of links and the spaces API, and no other credential opens the former', () => {
    const opened = (principal: Principal): readonly string[] =>
      operations
        .filter(({ access }) => access !== 'open')
        .filter((operation) => decide(principal, requirementOf(operation, 'required')) === 'allowed')
        .map(({ id }) => id);
    const ofLinks = ['getShared', 'listSharedImages', 'getSharedFile', 'downloadShared'];
    const ofMaps = operations
      .filter(({ access }) => access === 'key-or-link' || access === 'public')
      .map(({ id }) => id);
    const reads = [...opened(token), ...ofMaps];
    expect([...opened(linkOf('viewer'))].sort()).toEqual([...ofLinks, ...reads].sort());
    expect([...opened(linkOf('contributor'))].sort()).toEqual([...ofLinks, 'uploadShared', ...reads].sort());
    for (const [name, principal] of Object.entries(principals))
      if (!name.startsWith('link ')) expect(opened(principal)).not.toContain(ofLinks[0]);
  });

  it('a session of an owner opens every operation, that of a member all but administration', () => {
    const refused = (role: Role): readonly string[] =>
      operations
        .filter(({ access }) => access !== 'link')
        .filter((operation) => decide(signedIn(role), requirementOf(operation, 'required')) !== 'allowed')
        .map(({ id }) => id);
    const administration = operations.filter(({ scope }) => scope === 'admin').map(({ id }) => id);
    expect(refused('owner')).toEqual([]);
    expect(refused('member')).toEqual(administration);
    expect(administration.length).toBeGreaterThan(5);
  });

  it('keys and tokens do not open what is of a session', () => {
    const own = operations.filter(({ access }) => access === 'session');
    for (const principal of [withScopes(...scopes), token, anonymous])
      for (const operation of own)
        expect(decide(principal, requirementOf(operation, 'anonymous'))).toBe('session-needed');
    expect(own.map(({ id }) => id)).toContain('changePassword');
  });

  it('nobody calls an operation on account data without a key', () => {
    const open = Object.entries(matrix('required')).filter(([, allowed]) => allowed.startsWith('anonymous'));
    // Of maps that are public, which `MapReading` decides.
    expect(open.map(([id]) => id)).toEqual([
      'getWebMapStyle',
      'getMapPicture',
      'getLayerTileJson',
      'getLayerTile',
      'listLayerFeatures',
    ]);
    const forAll = Object.entries(matrix('required')).filter(([, allowed]) => allowed === 'all');
    const others = forAll.filter(([id]) => {
      const api = operations.find((operation) => operation.id === id)?.api;
      return api !== 'service' && api !== 'files';
    });
    const signingIn = [
      'getSetup',
      'setUp',
      'signIn',
      'getSignInMethods',
      'startIdentitySignIn',
      'completeIdentitySignIn',
      'startPasskeySignIn',
      'signInByPasskey',
      'checkPasswordReset',
      'resetPassword',
      'checkInvite',
      'acceptInvite',
    ].map((id) => [id, 'all']);
    expect(others).toEqual([
      ['unlockShared', 'all'],
      ['getOembed', 'all'],
      ['getHubStatus', 'all'],
      ...signingIn,
    ]);
  });
});
