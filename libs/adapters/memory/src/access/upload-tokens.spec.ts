import {
  AuthenticateUploadToken,
  CairnUsers,
  CreateUploadToken,
  UseUploadToken,
  type Caller,
  type UploadTokenRequest,
} from '@cairn/access';
import { aGrant, anAccount, anApiKey, aUser } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import { openSignIn } from './users/memory-users.spec.kit.js';

const DAY_MS = 86_400_000;
const folder = { path: 'shots', tags: ['sharex'] } as const;

async function opened() {
  const ports = await openSignIn();
  const all = { ...ports, tokens: ports.uploadTokens };
  const admin = aUser({ id: 'admin', role: 'owner', accountId: 'root' });
  await ports.users.admit(admin, { account: anAccount({ id: 'root' }) });
  const key = anApiKey({ accountId: 'alice', scopes: ['images:write'] });
  await ports.keys.add(key);
  const caller: Caller = { accountId: 'alice', keyId: key.id, scopes: key.scopes };
  const authenticate = new AuthenticateUploadToken({ ...all, users: new CairnUsers(ports.users) });
  const make = async (request: Partial<UploadTokenRequest> = {}, by = caller) =>
    await new CreateUploadToken(all).execute(by, { ...folder, ...request });
  return { ...all, key, caller, authenticate, make, use: new UseUploadToken(all) };
}

const code = (expected: string) => expect.objectContaining({ code: expected });
const signed = {
  ...folder,
  accountId: 'alice',
  signingKeyId: 'site',
  nonce: 'one-upload',
  maxFiles: undefined,
};

describe('an upload token', () => {
  it('is told by its secret, of which only a digest is stored, and uploads for the key that made it, with no other scope', async () => {
    const { authenticate, make, key, uploadTokens } = await opened();
    const { token, secret } = await make({ maxFileBytes: 9 });
    expect(secret).toMatch(/^cairn_up_[0-9A-Za-z]{43}$/);
    expect(await authenticate.execute(secret)).toEqual({
      token,
      caller: { accountId: 'alice', keyId: key.id, scopes: ['images:write'] },
    });
    expect(token).toMatchObject({ ...folder, maxFileBytes: 9, maxFiles: 1_000, createdBy: `key:${key.id}` });
    expect(JSON.stringify(await uploadTokens.list({ accountId: 'alice' }, { limit: 9 }))).not.toContain(
      secret,
    );
    for (const wrong of ['', 'x', `${secret}A`, secret.slice(0, -1), token.digest])
      await expect(authenticate.execute(wrong)).rejects.toEqual(code('invalid-upload-token'));
  });

  it('works for 30 days if it does not say otherwise, at most a year, and no longer than the key that makes it', async () => {
    const { authenticate, make, clock, caller } = await opened();
    const now = clock.now();
    const { token, secret } = await make();
    expect(token.expiresAt).toBe(now + 30 * DAY_MS);
    expect((await make({ expiresAt: now + 366 * DAY_MS })).token.expiresAt).toBe(now + 366 * DAY_MS);
    expect((await make({}, { ...caller, expiresAt: now + 5 })).token.expiresAt).toBe(now + 5);
    for (const expiresAt of [now, now + 366 * DAY_MS + 1, NaN])
      await expect(make({ expiresAt })).rejects.toEqual(code('invalid-input'));
    await expect(make({ expiresAt: now + 6 }, { ...caller, expiresAt: now + 5 })).rejects.toThrow(/key/);
    for (const maxFiles of [0, 1.5, 1_000_001])
      await expect(make({ maxFiles, maxFileBytes: 0 })).rejects.toEqual(code('invalid-input'));
    clock.advance(30 * DAY_MS);
    await expect(authenticate.execute(secret)).rejects.toEqual(code('invalid-upload-token'));
  });

  it('is refused once its key is revoked or has expired, or its user is removed', async () => {
    const { authenticate, make, keys, users, key, clock } = await opened();
    const expiring = anApiKey({ accountId: 'alice', scopes: ['images:write'], expiresAt: clock.now() + 9 });
    await keys.add(expiring);
    const by = async (caller: Omit<Caller, 'scopes'>) => (await make({}, { ...caller, scopes: [] })).secret;
    const secrets = [
      await by({ accountId: 'alice', keyId: key.id }),
      await by({ accountId: 'alice', keyId: expiring.id }),
      await by({ accountId: 'root', userId: 'admin' }),
    ];
    for (const secret of secrets) expect(await authenticate.execute(secret)).toBeDefined();
    await keys.revoke(key.id, { at: clock.now(), lastAdmin: 'revoke' });
    clock.advance(9);
    const [ofKey = '', ofExpired = '', ofUser = ''] = secrets;
    for (const secret of [ofKey, ofExpired])
      await expect(authenticate.execute(secret)).rejects.toEqual(code('invalid-upload-token'));
    expect((await authenticate.execute(ofUser)).caller).toMatchObject({ userId: 'admin' });
    const nobody = await by({ accountId: 'root', userId: 'gone' });
    await expect(authenticate.execute(nobody)).rejects.toEqual(code('invalid-upload-token'));
    expect(await users.hasAny()).toBe(true);
  });

  it('uploads to the account of another only as long as its maker may add to the folder', async () => {
    const { authenticate, make, grants } = await opened();
    const by: Caller = { accountId: 'alice', userId: 'admin', scopes: ['images:write'] };
    const { secret, token } = await make({ byGrant: true }, by);
    await expect(authenticate.execute(secret)).rejects.toEqual(code('access-forbidden'));
    const resource = { type: 'folder', id: 'shots' } as const;
    const grant = aGrant({ resource, to: { type: 'user', id: 'admin' }, role: 'contributor' });
    await grants.give(grant);
    expect(await authenticate.execute(secret)).toMatchObject({
      token,
      acting: { accountId: 'alice', bearer: 'user:admin', held: [grant] },
    });
    await grants.give({ ...grant, role: 'viewer' });
    await expect(authenticate.execute(secret)).rejects.toEqual(code('access-forbidden'));
  });

  it('counts files before they are stored, and gives those back that are refused', async () => {
    const { make, use, uploadTokens } = await opened();
    const { token } = await make({ maxFiles: 1 });
    const refused = use.execute(token, async () => {
      await expect(use.execute(token, async () => 'at once')).rejects.toEqual(code('upload-token-used-up'));
      throw new Error('no image');
    });
    await expect(refused).rejects.toThrow('no image');
    expect(await use.execute(token, async () => 'stored')).toBe('stored');
    await expect(use.execute(token, async () => 'again')).rejects.toEqual(code('upload-token-used-up'));
    expect((await uploadTokens.findByDigest(token.digest))?.filesUsed).toBe(1);
  });
});

describe('a token that an application signed', () => {
  it('is counted by its nonce, once if it does not say otherwise', async () => {
    const { authenticate, use, clock } = await opened();
    const expiresAt = clock.now() + 9;
    const token = (given: object = {}) => authenticate.signed({ ...signed, expiresAt, ...given }).token;
    expect(authenticate.signed({ ...signed, expiresAt }).caller).toEqual({
      accountId: 'alice',
      scopes: ['images:write'],
    });
    await use.execute(token(), async () => 1);
    for (const reused of [token(), token({ path: 'elsewhere' })])
      await expect(use.execute(reused, async () => 2)).rejects.toEqual(code('upload-token-used-up'));
    for (const other of [token({ nonce: 'another-one' }), token({ signingKeyId: 'other' })])
      expect(await use.execute(other, async () => 3)).toBe(3);
  });

  it('is refused when it has expired, lasts over a year, or says what no token may', async () => {
    const { authenticate, clock } = await opened();
    const expiresAt = clock.now() + 9;
    for (const wrong of [
      { expiresAt: clock.now() },
      { expiresAt: clock.now() + 400 * DAY_MS },
      { expiresAt: NaN },
      { expiresAt, nonce: 'short' },
      { expiresAt, nonce: 'with a space' },
      { expiresAt, maxFiles: 0 },
      { expiresAt, maxFileBytes: -1 },
    ])
      expect(() => authenticate.signed({ ...signed, ...wrong })).toThrow(code('invalid-upload-token'));
  });
});
