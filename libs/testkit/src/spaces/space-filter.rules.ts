import { assert } from '../assert.js';
import type { Space, SpaceFilter } from '@cairn/spaces';
import { matchesFilter, type AttributePattern, type SpaceRepository } from '@cairn/spaces/spi';
import { aSpace, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { everyItem } from '../listings.js';
import { assertAll, settle } from '../outcomes.js';

type Attribute = AttributePattern['attribute'];
const exactly = (attribute: Attribute, text: string) => ({ attribute, text, isPrefix: false });
const startingWith = (attribute: Attribute, text: string) => ({ attribute, text, isPrefix: true });

/** Rules for filters of listings, and for how many spaces an owner has. */
export const spaceFilterRules = {
  'a listing shows the owners asked for and no others': async ({ open }) => {
    const spaces = await open();
    const owners = ['alice', 'Alice', 'bob', 'ANONYMOUS'];
    for (const owner of owners) await spaces.add(aSpace({ id: owner, owner }));
    const shown = (filter: SpaceFilter) => idsShown(spaces, filter);
    assert.deepEqual(await shown({}), owners);
    assert.deepEqual(await shown({ owner: undefined, notOwner: undefined, among: undefined }), owners);
    assert.deepEqual(await shown({ owner: 'alice' }), ['alice']);
    assert.deepEqual(await shown({ owner: '%' }), []);
    assert.deepEqual(await shown({ owner: 'alice', notOwner: 'alice' }), []);
    assert.deepEqual(await shown({ notOwner: 'alice' }), ['Alice', 'bob', 'ANONYMOUS']);
  },

  'a listing shows what a pattern matches or is shared, each space once': async ({ open }) => {
    const spaces = await open();
    await spaces.add(aSpace({ id: 'one', owner: 'alice', settings: { shared: true } }));
    await spaces.add(aSpace({ id: 'two', owner: 'alice-2', settings: { packages: ['maps', 'Trails'] } }));
    await spaces.add(aSpace({ id: 'three', owner: 'bob', settings: { shared: true, packages: ['m%'] } }));
    await spaces.add(aSpace({ id: 'four', owner: 'Al_ce' }));
    const shown = (among: SpaceFilter['among']) => idsShown(spaces, { among });
    const orShared = (among: SpaceFilter['among']) => idsShown(spaces, { among, orShared: true });
    const alice = [exactly('owner', 'alice')];
    assert.deepEqual(await shown([]), []);
    assert.deepEqual(await orShared([]), ['one', 'three']);
    assert.deepEqual(await shown([[]]), ['one', 'two', 'three', 'four']);
    assert.deepEqual(await shown([alice]), ['one']);
    assert.deepEqual(await orShared([alice, alice, [exactly('id', 'one')]]), ['one', 'three']);
    assert.deepEqual(await shown([[startingWith('owner', 'al')]]), ['one', 'two']);
    assert.deepEqual(await shown([[startingWith('owner', '')], alice]), ['one', 'two', 'three', 'four']);
    assert.deepEqual(await shown([[startingWith('id', 't')]]), ['two', 'three']);
    assert.deepEqual(await shown([[exactly('id', 'two'), exactly('owner', 'bob')]]), []);
    assert.deepEqual(await shown([[exactly('package', 'maps')]]), ['two']);
    assert.deepEqual(await shown([[startingWith('package', 'm')]]), ['two', 'three']);
    assert.deepEqual(await shown([[exactly('package', 'trails')], [exactly('id', 'four')]]), ['four']);
    assert.deepEqual(await shown([[exactly('package', 'maps'), exactly('package', 'Trails')]]), ['two']);
    const many = several(1_200, (number) => [
      [exactly('owner', `o${number}`)],
      [exactly('owner', `o${number}`), startingWith('id', 'o')],
    ]).flat();
    assert.deepEqual(await shown([...many, alice]), ['one']);
    const others = { among: [alice, [exactly('owner', 'bob')]], notOwner: 'alice', orShared: true };
    assert.deepEqual(await idsShown(spaces, others), ['three']);
    const bobs = { owner: 'bob', among: [[startingWith('id', 'o')]] };
    assert.deepEqual(await idsShown(spaces, bobs), []);
    assert.deepEqual(await idsShown(spaces, { ...bobs, orShared: true }), ['three']);
  },

  'a listing shows the spaces that have a tag now': async ({ open }) => {
    const spaces = await open();
    const tagged = (id: string, ...tags: readonly string[]) =>
      aSpace({ id, settings: { tags: Object.fromEntries(tags.map((tag) => [tag, { version: 1 }])) } });
    for (const space of [tagged('one', 'v', 'w'), tagged('two', 'V'), tagged('three', 'v')])
      await spaces.add(space);
    const shown = (tag: string) => idsShown(spaces, { tag });
    assert.deepEqual(await shown('v'), ['one', 'three']);
    assert.deepEqual([await shown('%'), await shown('constructor')], [[], []]);
    await spaces.update('one', (space) => ({ ...space, settings: tagged('one', 'x').settings }));
    await spaces.update('two', (space) => ({ ...space, settings: { ...space.settings, packages: ['v'] } }));
    await spaces.remove('three', () => {});
    assert.deepEqual([await shown('v'), await shown('V'), await shown('x')], [[], ['two'], ['one']]);
    await spaces.add(aSpace({ id: 'three' }));
    assert.deepEqual(await shown('v'), []);
  },

  'a listing shows the spaces of a region': async ({ open }) => {
    const spaces = await open();
    const regions = { one: 'eu-west-1', two: 'EU-WEST-1', three: 'eu-west-1' };
    for (const [id, region] of Object.entries(regions))
      await spaces.add(aSpace({ id, settings: { region } }));
    await spaces.add(
      aSpace({ id: 'four', settings: { tags: { 'eu-west-1': {} }, packages: ['eu-west-1'] } }),
    );
    const shown = (region: string) => idsShown(spaces, { region });
    assert.deepEqual(await shown('eu-west-1'), ['one', 'three']);
    assert.deepEqual([await shown('eu-west-%'), await shown('eu')], [[], []]);
    await spaces.update('one', (space) => ({ ...space, settings: { region: 'us' } }));
    await spaces.update('three', (space) => ({ ...space, settings: {} }));
    assert.deepEqual([await shown('eu-west-1'), await shown('us')], [[], ['one']]);
  },

  'a listing shows the spaces whose content changed then': async ({ open }) => {
    const spaces = await open();
    for (const time of [10, 20, 30]) await spaces.add(aSpace({ id: `${time}`, contentUpdatedAt: time }));
    const shown = (...contentUpdatedAt: NonNullable<SpaceFilter['contentUpdatedAt']>) =>
      idsShown(spaces, { contentUpdatedAt });
    assert.deepEqual(await shown({ operator: '=', values: [10, 30] }), ['10', '30']);
    assert.deepEqual(await shown({ operator: '!=', values: [10, 30] }), ['20']);
    assert.deepEqual(await shown({ operator: '<', values: [20] }), ['10']);
    assert.deepEqual(await shown({ operator: '<=', values: [20] }), ['10', '20']);
    assert.deepEqual(await shown({ operator: '>', values: [20] }), ['30']);
    assert.deepEqual(await shown({ operator: '>=', values: [20, 25] }), ['20', '30']);
    const both = [
      { operator: '>', values: [10] },
      { operator: '<', values: [30] },
    ] as const;
    assert.deepEqual(await shown(...both), ['20']);
    await spaces.update('20', (space) => ({ ...space, contentUpdatedAt: 40 }));
    assert.deepEqual(await shown(...both), []);
  },

  'all parts of a filter hold, on pages of any size': async ({ open }) => {
    const spaces = await open();
    const stored = several(40, (number) =>
      aSpace({
        owner: ['alice', 'bob', 'carol'][number % 3] ?? '',
        contentUpdatedAt: 2_000 + (number % 4),
        settings: {
          ...(number % 2 === 0 && { shared: true }),
          ...(number % 5 === 0 && { packages: ['p'] }),
          ...(number % 7 !== 0 && { tags: { t: {} } }),
        },
      }),
    );
    for (const space of stored) await spaces.add(space);
    const reaches: readonly SpaceFilter[] = [
      { notOwner: 'alice' },
      { owner: 'bob', among: [[exactly('package', 'p')]], orShared: true },
      { among: [[exactly('owner', 'alice')], [exactly('owner', 'bob')]], orShared: true, notOwner: 'bob' },
      { among: [[exactly('owner', 'carol')], [startingWith('owner', 'c'), startingWith('package', '')]] },
    ];
    for (const reach of reaches) {
      const filter: SpaceFilter = {
        ...reach,
        tag: 't',
        contentUpdatedAt: [{ operator: '>=', values: [2_001] }],
      };
      const expected = stored.filter((space) => matchesFilter(filter, space));
      assert.ok(expected.length > 0);
      for (const limit of [1, 3, 50])
        assert.deepEqual(await everyItem((page) => spaces.list(filter, page), limit), expected);
    }
  },

  'more spaces than an owner may have are SpaceLimitReached, however many come at once': async ({ open }) => {
    const spaces = await open();
    const rivals = several(12, () => aSpace({ owner: 'carol' }));
    await spaces.add(aSpace({ owner: 'bob' }), { maxSpaces: 1 });
    const added = await settle(rivals.map((space) => spaces.add(space, { maxSpaces: 5 })));
    assert.equal(added.values.length, 5);
    assertAll(added.refusals, 7, 'space-limit-reached');
    const stored = await everyItem((page) => spaces.list({ owner: 'carol' }, page), 50);
    assert.equal(stored.length, 5);
    const none = await settle([spaces.add(aSpace({ owner: 'dora' }), { maxSpaces: 0 })]);
    assertAll(none.refusals, 1, 'space-limit-reached');
    const [first] = stored;
    assert.ok(first);
    await spaces.remove(first.id, () => {});
    await spaces.add(aSpace({ owner: 'carol' }), { maxSpaces: 5 });
    await spaces.add(aSpace({ owner: 'carol' }));
  },
} satisfies Contract<SpaceRepository>;

async function idsShown(spaces: SpaceRepository, filter: SpaceFilter): Promise<readonly string[]> {
  const shown: readonly Space[] = await everyItem((page) => spaces.list(filter, page), 2);
  return shown.map(({ id }) => id);
}
