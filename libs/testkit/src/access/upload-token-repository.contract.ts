import { assert } from '../assert.js';
import type { UploadToken } from '@cairn/access';
import {
  EXPIRED_UPLOAD_TOKEN_MS,
  type ApiKeyRepository,
  type InviteRepository,
  type UploadTokenRepository,
  type UserRepository,
} from '@cairn/access/spi';
import { anAccount, anApiKey, anInvite, aUser, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { mutate } from '../mutate.js';
import { assertAll, rejection, settle } from '../outcomes.js';
import { revocation } from './revocation.js';
import { anUploadToken } from './sharing-builders.js';

/** The port under test, and the repositories of those who make tokens. */
export interface UploadTokenPorts {
  readonly uploadTokens: UploadTokenRepository;
  readonly keys: ApiKeyRepository;
  readonly users: UserRepository;
  readonly invites: InviteRepository;
}

const LATER = 1_900_000_000_000;
const alice = { accountId: 'alice' } as const;

/** How often a token was used, by the list. */
async function usesOf(tokens: UploadTokenRepository, { id, accountId }: UploadToken): Promise<unknown> {
  const { items } = await tokens.list({ accountId }, { limit: 99 });
  return items.find((token) => token.id === id)?.filesUsed;
}

/** Rules for every `UploadTokenRepository`. */
export const uploadTokenRepositoryContract = {
  'a digest finds its token with every field, and any other finds none': async ({ open }) => {
    const { uploadTokens: tokens } = await open();
    const made = [
      anUploadToken(),
      anUploadToken({ path: 'a/b', tags: ['x', 'ü'], maxFileBytes: 5, createdBy: 'key:k', byGrant: true }),
    ];
    for (const token of made) await tokens.add(token);
    mutate(await tokens.findByDigest(made[1]?.digest ?? ''));
    for (const token of made) assert.deepEqual(await tokens.findByDigest(token.digest), token);
    for (const digest of ['', 'absent', '%', '\0'])
      assert.equal(await tokens.findByDigest(digest), undefined);
  },

  'tokens are listed by account and by maker, the latest first, page by page': async ({ open }) => {
    const { uploadTokens: tokens } = await open();
    const all = [
      ...several(3, () => anUploadToken({ createdAt: LATER })),
      anUploadToken({ createdAt: LATER + 1, createdBy: 'user:bob' }),
      anUploadToken({ accountId: 'bob', createdBy: 'user:bob' }),
    ];
    for (const token of all) await tokens.add(token);
    const latest = all
      .filter(({ accountId }) => accountId === 'alice')
      .sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1));
    const page = await tokens.list(alice, { limit: 2 });
    assert.deepEqual(page.items, latest.slice(0, 2));
    assert.deepEqual(await tokens.list(alice, { limit: 9, after: page.next }), { items: latest.slice(2) });
    const { items } = await tokens.list({ ...alice, createdBy: 'user:bob' }, { limit: 9 });
    assert.deepEqual(items, latest.slice(0, 1));
  },

  'no more files are counted than a token allows, however many come at once, and one that is given back makes room':
    async ({ open }) => {
      const { uploadTokens: tokens } = await open();
      const [token, other] = [anUploadToken({ maxFiles: 3 }), anUploadToken({ maxFiles: 3 })];
      for (const each of [token, other]) await tokens.add(each);
      const { values, refusals } = await settle(several(8, () => tokens.claim(token)));
      assert.equal(values.length, 3);
      assertAll(refusals, 5, 'upload-token-used-up');
      assert.deepEqual([await usesOf(tokens, token), await usesOf(tokens, other)], [3, 0]);
      await tokens.giveBack(token.digest);
      await tokens.claim(token);
      assert.equal((await rejection(tokens.claim(token))).code, 'upload-token-used-up');
      await tokens.giveBack(other.digest);
      assert.equal(await usesOf(tokens, other), 0);
      await tokens.giveBack('absent');
    },

  'the files of a signed token are counted by its digest, also if two are signed with one, and it is not listed':
    async ({ open }) => {
      const { uploadTokens: tokens } = await open();
      const signed = anUploadToken({ maxFiles: 2, signingKeyId: 'site' });
      const again = anUploadToken({ ...signed, id: 'another', path: 'elsewhere' });
      const { values, refusals } = await settle(
        several(6, (index) => tokens.claim(index % 2 === 0 ? signed : again)),
      );
      assert.equal(values.length, 2);
      assertAll(refusals, 4, 'upload-token-used-up');
      await tokens.giveBack(signed.digest);
      await tokens.claim(again);
      assert.deepEqual(await tokens.list(alice, { limit: 9 }), { items: [] });
      assert.equal(await tokens.findByDigest(signed.digest), undefined);
      assert.equal((await rejection(tokens.remove(alice, signed.id))).code, 'upload-token-not-found');
    },

  'a removed token is not found any more, at once, and counts nothing; an absent or another’s one is UploadTokenNotFound':
    async ({ open }) => {
      const { uploadTokens: tokens } = await open();
      const [gone, kept] = [anUploadToken(), anUploadToken({ createdBy: 'user:bob' })];
      for (const token of [gone, kept]) await tokens.add(token);
      assert.deepEqual(await tokens.findByDigest(gone.digest), gone);
      await tokens.remove(alice, gone.id);
      assert.equal(await tokens.findByDigest(gone.digest), undefined);
      assert.equal((await rejection(tokens.claim(gone))).code, 'invalid-upload-token');
      const attempts = [
        tokens.remove(alice, gone.id),
        tokens.remove({ accountId: 'bob' }, kept.id),
        tokens.remove({ ...alice, createdBy: 'user:eve' }, kept.id),
      ];
      assertAll((await settle(attempts)).refusals, 3, 'upload-token-not-found');
      assert.deepEqual(await tokens.findByDigest(kept.digest), kept);
      await tokens.remove({ ...alice, createdBy: 'user:bob' }, kept.id);
    },

  'tokens go with the key that made them, its parent, or the user': async ({ open }) => {
    const { uploadTokens: tokens, keys, users, invites } = await open();
    const account = anAccount({ id: 'root' });
    const [admin, user] = [aUser({ id: 'admin', role: 'owner', accountId: 'root' }), aUser({ id: 'ada' })];
    await users.admit(admin, { account });
    const invite = anInvite({ userId: 'admin' });
    await invites.add(invite);
    await users.admit(user, { digest: invite.digest, account: anAccount({ id: user.accountId }) });
    const [parent, other] = [anApiKey(), anApiKey()];
    for (const key of [parent, other]) await keys.add(key);
    const child = anApiKey({ parentId: parent.id });
    await keys.add(child);
    const [byParent, byChild, byOther, byUser] = [
      anUploadToken({ createdBy: `key:${parent.id}` }),
      anUploadToken({ createdBy: `key:${child.id}`, accountId: 'bob' }),
      anUploadToken({ createdBy: `key:${other.id}` }),
      anUploadToken({ createdBy: 'user:ada' }),
    ];
    for (const token of [byParent, byChild, byOther, byUser]) await tokens.add(token);
    const found = async (): Promise<readonly boolean[]> =>
      await Promise.all(
        [byParent, byChild, byOther, byUser].map(
          async ({ digest }) => (await tokens.findByDigest(digest)) !== undefined,
        ),
      );
    await keys.revoke(parent.id, revocation(LATER));
    assert.deepEqual(await found(), [false, false, true, true]);
    await users.remove('ada', LATER);
    assert.deepEqual(await found(), [false, false, true, false]);
  },

  'an account has at most the given number of made tokens, also of concurrent ones, and of signed ones apart':
    async ({ open }) => {
      const { uploadTokens: tokens } = await open();
      const signed = (): UploadToken => anUploadToken({ signingKeyId: 'site' });
      await tokens.add(anUploadToken({ accountId: 'bob' }), 3);
      await tokens.claim(signed(), 2);
      const { values, refusals } = await settle(several(6, () => tokens.add(anUploadToken(), 3)));
      assert.equal(values.length, 3);
      assertAll(refusals, 3, 'upload-token-limit-reached');
      const used = signed();
      await tokens.claim({ ...used, maxFiles: 2 }, 2);
      assert.equal((await rejection(tokens.claim(signed(), 2))).code, 'upload-token-limit-reached');
      await tokens.claim({ ...used, maxFiles: 2 }, 2);
    },

  'what expired long ago is forgotten once another token is there': async ({ open }) => {
    const { uploadTokens: tokens } = await open();
    const expiresAt = LATER - EXPIRED_UPLOAD_TOKEN_MS;
    const [old, recent] = [anUploadToken({ expiresAt: expiresAt - 1 }), anUploadToken({ expiresAt })];
    const signed = anUploadToken({ expiresAt: expiresAt - 1, signingKeyId: 'site' });
    for (const token of [old, recent]) await tokens.add(token, 2);
    await tokens.claim(signed, 1);
    await tokens.add(anUploadToken({ createdAt: LATER }), 2);
    await tokens.claim(anUploadToken({ createdAt: LATER, signingKeyId: 'site' }), 1);
    assert.equal(await tokens.findByDigest(old.digest), undefined);
    assert.deepEqual(await tokens.findByDigest(recent.digest), recent);
  },

  'tokens and their counts are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const token = anUploadToken();
    await ports.uploadTokens.add(token);
    await ports.uploadTokens.claim(token);
    const { uploadTokens: tokens } = await reopen(ports);
    assert.deepEqual(await tokens.findByDigest(token.digest), { ...token, filesUsed: 1 });
  },
} satisfies Contract<UploadTokenPorts>;
