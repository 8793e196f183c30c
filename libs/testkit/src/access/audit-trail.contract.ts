import { assert } from '../assert.js';
import type { AuditEntry } from '@cairn/access';
import type { AuditTrail } from '@cairn/access/spi';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import { everyItem } from '../listings.js';

const NOW = 1_800_000_000_000;
const page = { limit: 100 };

let count = 0;

const anEntry = (given: Partial<AuditEntry> = {}): AuditEntry => ({
  id: `entry-${String((count += 1)).padStart(6, '0')}`,
  at: NOW + count,
  accountId: 'alice',
  principal: 'key:K',
  operation: 'deleteImage',
  target: 'image',
  status: 200,
  ...given,
});

/** Rules for every `AuditTrail`. */
export const auditTrailContract = {
  'entries are listed with every field, the latest first': async ({ open }) => {
    const audit = await open();
    await audit.append([]);
    const first = anEntry({ target: "ö/'x", status: 403, address: '2001:db8::/64' });
    const { target: _, ...bare } = anEntry();
    await audit.append([first, bare]);
    const named = anEntry({
      principal: 'link:L',
      guest: { id: 'G', name: 'Mïa' },
      thing: { type: 'album', id: 'A', title: "Sömmer's" },
      images: ['one', 'two'],
      imageCount: 320,
      isFromOthers: true,
      joinedTo: { first: first.id, place: 3 },
    });
    const unnamed = anEntry({ guest: { id: 'G' }, thing: { type: 'link', id: 'L' } });
    await audit.append([named, unnamed]);
    const same = several(3, () => anEntry({ at: NOW }));
    await audit.append(same);
    const items = [unnamed, named, bare, first, ...[...same].reverse()];
    assert.deepEqual(await audit.list({}, page), { items });
  },

  'a filter holds in all its parts': async ({ open }) => {
    const audit = await open();
    const [first, second, third] = [
      anEntry({ at: NOW + 1 }),
      anEntry({ at: NOW + 2, principal: 'user:U', operation: 'uploadImage' }),
      anEntry({ at: NOW + 3, accountId: 'Alice', operation: 'uploadImage' }),
    ];
    await audit.append([first, second, third]);
    const found = async (filter: Parameters<AuditTrail['list']>[0]) => (await audit.list(filter, page)).items;
    assert.deepEqual(await found({ accountId: 'alice' }), [second, first]);
    assert.deepEqual(await found({ principal: 'key:K' }), [third, first]);
    assert.deepEqual(await found({ operation: 'uploadImage' }), [third, second]);
    assert.deepEqual(await found({ operation: 'uploadImage', accountId: 'alice' }), [second]);
    assert.deepEqual(await found({ since: NOW + 2 }), [third, second]);
    assert.deepEqual(await found({ until: NOW + 2 }), [first]);
    assert.deepEqual(await found({ since: NOW + 2, until: NOW + 3 }), [second]);
  },

  'a filter finds guests, operations, things and what is from others': async ({ open }) => {
    const audit = await open();
    const thing = { type: 'album', id: 'A' } as const;
    const [plain, guests, inAlbum, image] = [
      anEntry({ at: NOW + 1 }),
      anEntry({
        at: NOW + 2,
        operation: 'uploadShared',
        guest: { id: 'G', name: 'Mia' },
        isFromOthers: true,
      }),
      anEntry({
        at: NOW + 3,
        operation: 'patchAlbum',
        thing: { ...thing, title: 'Trip' },
        images: ['Ab', 'c%'],
      }),
      anEntry({ at: NOW + 4, thing: { type: 'image', id: 'x' }, images: ['x'] }),
    ];
    await audit.append([plain, guests, inAlbum, image]);
    const found = async (filter: Parameters<AuditTrail['list']>[0]) => (await audit.list(filter, page)).items;
    assert.deepEqual(await found({ guest: 'G' }), [guests]);
    assert.deepEqual(await found({ guest: 'g' }), []);
    assert.deepEqual(await found({ operations: ['uploadShared', 'patchAlbum'] }), [inAlbum, guests]);
    assert.deepEqual(await found({ operations: [] }), []);
    assert.deepEqual(await found({ from: 'others' }), [guests]);
    assert.deepEqual(await found({ thing }), [inAlbum]);
    assert.deepEqual(await found({ thing: { type: 'folder', id: 'A' } }), []);
    assert.deepEqual(await found({ thing: { type: 'image', id: 'x' } }), [image]);
    for (const id of ['Ab', 'c%']) assert.deepEqual(await found({ thing: { type: 'image', id } }), [inAlbum]);
    for (const id of ['ab', 'A', 'c_', ''])
      assert.deepEqual(await found({ thing: { type: 'image', id } }), []);
  },

  'rows have their first entries, and sums of what was joined to them': async ({ open }) => {
    const audit = await open();
    const [first, other, alone] = [
      anEntry({ at: NOW + 1, images: ['i0'], imageCount: 1 }),
      anEntry({ at: NOW + 2 }),
      anEntry({ at: NOW + 9 }),
    ];
    const joined = several(6, (number) =>
      anEntry({
        at: NOW + 3 + number,
        images: [`i${number}`, `i${number + 1}`],
        imageCount: 2,
        joinedTo: { first: first.id, place: number + 1 },
      }),
    );
    const bare = anEntry({ at: NOW + 4, joinedTo: { first: other.id, place: 1 } });
    await audit.append([first, other, alone]);
    await audit.append([...joined.slice(3), bare]);
    await audit.append(joined.slice(0, 3));
    assert.deepEqual((await audit.list({ rows: 'first' }, page)).items, [alone, other, first]);
    const found = await audit.list({ rows: { joinedTo: first.id }, accountId: 'alice' }, page);
    assert.deepEqual(found.items, joined.toReversed());
    assert.deepEqual((await audit.list({ rows: { joinedTo: '' } }, page)).items, []);
    const sums = await audit.joined([first.id, other.id, alone.id, first.id, '']);
    assert.deepEqual(
      sums.toSorted((one, another) => another.count - one.count),
      [
        {
          first: first.id,
          count: 6,
          imageCount: 12,
          lastAt: joined[5]?.at,
          images: joined.slice(0, 4).map(({ images = [] }) => images[0]),
        },
        { first: other.id, count: 1, imageCount: 0, lastAt: bare.at, images: [] },
      ],
    );
    assert.deepEqual(await audit.joined([]), []);
  },

  'pages of any size have each entry once': async ({ open }) => {
    const audit = await open();
    const entries = several(7, (number) => anEntry({ at: NOW + Math.floor(number / 3) }));
    await audit.append(entries);
    const expected = (await audit.list({}, page)).items;
    assert.equal(expected.length, 7);
    for (const limit of [1, 2, 3, 7])
      assert.deepEqual(
        await everyItem((request) => audit.list({ accountId: 'alice' }, request), limit),
        expected,
      );
  },

  'an entry of the same time and identifier counts as often more, also at once': async ({ open }) => {
    const audit = await open();
    const [refused, other] = [anEntry({ status: 403, target: 'first' }), anEntry({ status: 403 })];
    await audit.append([refused, { ...refused, target: 'second' }, other, { ...refused, count: 3 }]);
    await Promise.all(several(4, () => audit.append([{ ...refused, count: 2 }])));
    const same = { ...other, at: other.at + 1 };
    await audit.append([same, refused]);
    assert.deepEqual((await audit.list({}, page)).items, [same, other, { ...refused, count: 14 }]);
  },

  'pruning removes the oldest before a time, no more than it may': async ({ open }) => {
    const audit = await open();
    const entries = several(5, (number) => anEntry({ at: NOW + number }));
    await audit.append(entries);
    assert.equal(await audit.prune(NOW + 4, 3), 3);
    assert.deepEqual((await audit.list({}, page)).items, entries.slice(3).reverse());
    assert.equal(await audit.prune(NOW + 4, 3), 1);
    assert.equal(await audit.prune(NOW + 4, 3), 0);
    assert.deepEqual((await audit.list({}, page)).items, entries.slice(4));
  },

  'entries are there after a restart': async ({ open, reopen }) => {
    const audit = await open();
    const entry = anEntry();
    await audit.append([entry]);
    assert.deepEqual((await (await reopen(audit)).list({}, page)).items, [entry]);
  },
} satisfies Contract<AuditTrail>;
