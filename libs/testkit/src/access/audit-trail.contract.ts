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
    const same = several(3, () => anEntry({ at: NOW }));
    await audit.append(same);
    assert.deepEqual(await audit.list({}, page), { items: [bare, first, ...[...same].reverse()] });
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
