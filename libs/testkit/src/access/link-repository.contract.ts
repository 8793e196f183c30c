import { assert } from '../assert.js';
import type { LinkRepository } from '@cairn/access/spi';
import { several } from '../builders.js';
import { aLink } from './sharing-builders.js';
import type { Contract } from '../contract.js';
import { mutate } from '../mutate.js';
import { assertAll, rejection, settle } from '../outcomes.js';

const LATER = 1_900_000_000_000;

/** Rules for every `LinkRepository`. */
export const linkRepositoryContract = {
  'a digest finds its link with every field, and any other finds none': async ({ open }) => {
    const links = await open();
    const made = [
      aLink(),
      aLink({
        resource: { type: 'folder', id: 'holiday/2026' },
        role: 'contributor',
        position: 'coarse',
        download: true,
        passwordHash: '$argon2id$x',
        expiresAt: LATER,
      }),
      aLink({ resource: { type: 'space', id: 'trails' }, position: 'exact' }),
    ];
    for (const link of made) await links.add(link);
    for (const link of made) {
      assert.deepEqual(await links.findByDigest(link.digest), link);
      assert.deepEqual(await links.get('alice', link.id), link);
      assert.equal((await rejection(links.get('bob', link.id))).code, 'link-not-found');
    }
    mutate(await links.findByDigest(made[0]?.digest ?? ''));
    for (const link of made) assert.deepEqual(await links.findByDigest(link.digest), link);
    for (const digest of ['', 'absent', '%', '\0']) assert.equal(await links.findByDigest(digest), undefined);
  },

  'links are listed by account and by resource, the latest first, page by page': async ({ open }) => {
    const links = await open();
    const [first, ...same] = several(4, () => aLink({ createdAt: LATER }));
    const image = aLink({ resource: { type: 'image', id: 'summer' }, createdAt: LATER + 1 });
    const others = [aLink({ accountId: 'bob' }), aLink({ createdAt: LATER - 1 })];
    const all = [first ?? aLink(), ...same, image, ...others];
    for (const link of all) await links.add(link);
    const latest = all
      .filter(({ accountId }) => accountId === 'alice')
      .sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1));
    const page = await links.list('alice', { limit: 3 });
    assert.deepEqual(page.items, latest.slice(0, 3));
    const rest = await links.list('alice', { limit: 9, after: page.next });
    assert.deepEqual(rest, { items: latest.slice(3) });
    const { items } = await links.list('alice', { limit: 9 }, { type: 'image', id: 'summer' });
    assert.deepEqual(items, [image]);
    assert.deepEqual(await links.list('carol', { limit: 9 }), { items: [] });
  },

  'the given terms of a link change at once, and nothing else of it': async ({ open }) => {
    const links = await open();
    const [link, other] = [aLink({ passwordHash: '$argon2id$x', expiresAt: LATER }), aLink()];
    for (const each of [link, other]) await links.add(each);
    await links.use(link.id, { count: 2, now: LATER });
    const used = { ...link, uses: 2, lastUsedAt: LATER };
    assert.deepEqual(await links.findByDigest(link.digest), used);
    const terms = { role: 'contributor', position: 'coarse', download: true } as const;
    assert.deepEqual(await links.update('alice', link.id, terms), { ...used, ...terms });
    assert.deepEqual(await links.findByDigest(link.digest), { ...used, ...terms });
    await links.update('alice', link.id, {});
    const rules = { approval: 'required', maxImages: 12 } as const;
    const others = { ...rules, download: false, passwordHash: '$argon2id$y', expiresAt: LATER + 1 };
    const changed = { ...used, ...terms, ...others };
    assert.deepEqual(await links.update('alice', link.id, { role: undefined, ...others }), changed);
    const { passwordHash: _password, expiresAt: _expiry, ...kept } = changed;
    assert.deepEqual(await links.update('alice', link.id, { passwordHash: null, expiresAt: null }), kept);
    assert.deepEqual(await links.findByDigest(link.digest), kept);
    assert.deepEqual(await links.findByDigest(other.digest), other);
  },

  'changes of different terms at once are all made, and no use is lost': async ({ open }) => {
    const links = await open();
    const link = aLink();
    await links.add(link);
    const use = () => links.use(link.id, { count: 1, now: LATER });
    await Promise.all([
      links.update('alice', link.id, { download: true }),
      use(),
      links.update('alice', link.id, { role: 'contributor' }),
      use(),
      links.update('alice', link.id, { expiresAt: LATER }),
    ]);
    const expected = { download: true, role: 'contributor', expiresAt: LATER, uses: 2, lastUsedAt: LATER };
    assert.deepEqual(await links.get('alice', link.id), { ...link, ...expected });
  },

  'a change of an absent or another account’s link is LinkNotFound, and changes nothing': async ({
    open,
  }) => {
    const links = await open();
    const link = aLink();
    await links.add(link);
    const attempts = [links.update('bob', link.id, { download: true }), links.update('alice', 'absent', {})];
    assertAll((await settle(attempts)).refusals, 2, 'link-not-found');
    assert.deepEqual(await links.findByDigest(link.digest), link);
  },

  'every use is counted, also of concurrent ones, and the last one is known': async ({ open }) => {
    const links = await open();
    const [used, other] = [aLink(), aLink()];
    for (const link of [used, other]) await links.add(link);
    await Promise.all(several(8, () => links.use(used.id, { count: 1, now: LATER })));
    await links.use(used.id, { count: 3, now: LATER + 1 });
    await links.use('absent', { count: 1, now: LATER });
    const expected = { ...used, uses: 11, lastUsedAt: LATER + 1 };
    assert.deepEqual(await links.findByDigest(used.digest), expected);
    assert.deepEqual(await links.findByDigest(other.digest), other);
  },

  'a removed link is not found any more, at once; an absent or another account’s one is LinkNotFound':
    async ({ open }) => {
      const links = await open();
      const [gone, kept] = [aLink(), aLink({ accountId: 'bob' })];
      for (const link of [gone, kept]) await links.add(link);
      assert.deepEqual(await links.findByDigest(gone.digest), gone);
      await links.remove('alice', gone.id);
      assert.equal(await links.findByDigest(gone.digest), undefined);
      const { refusals } = await settle([gone.id, kept.id, 'absent'].map((id) => links.remove('alice', id)));
      assertAll(refusals, 3, 'link-not-found');
      assert.deepEqual(await links.findByDigest(kept.digest), kept);
    },

  'an account has at most the given number of links, also of concurrent ones': async ({ open }) => {
    const links = await open();
    await links.add(aLink({ accountId: 'bob' }), 3);
    await links.add(aLink({ expiresAt: 1 }), 3);
    const { values, refusals } = await settle(several(6, () => links.add(aLink(), 3)));
    assert.equal(values.length, 2);
    assertAll(refusals, 4, 'link-limit-reached');
    const { items } = await links.list('alice', { limit: 9 });
    assert.equal(items.length, 3);
    await links.remove('alice', items[0]?.id ?? '');
    await links.add(aLink(), 3);
    assert.equal((await rejection(links.add(aLink(), 3))).code, 'link-limit-reached');
  },

  'links are there after a restart': async ({ open, reopen }) => {
    const links = await open();
    const link = aLink();
    await links.add(link);
    assert.deepEqual(await (await reopen(links)).findByDigest(link.digest), link);
  },
} satisfies Contract<LinkRepository>;
