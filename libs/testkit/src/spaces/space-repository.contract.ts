import { assert } from '../assert.js';
import type { Space } from '@cairn/spaces';
import type { SpaceRepository } from '@cairn/spaces/spi';
import { allSettings, aSpace, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { assertListed, everyItem } from '../listings.js';
import { unusualStrings } from '../unusual-strings.js';
import { assertAll, rejection, settle } from '../outcomes.js';
import { spaceChangeRules } from './space-change.rules.js';
import { spaceFilterRules } from './space-filter.rules.js';
import { mutate } from '../mutate.js';

/** Rules for every `SpaceRepository`. */
export const spaceRepositoryContract = {
  'get and list return every field': async ({ open }) => {
    const spaces = await open();
    const space = aSpace({
      id: 'My_space.~-1',
      createdAt: 1_767_323_045_678,
      updatedAt: 1_888_888_888_888,
      contentUpdatedAt: 1_999_999_999_999,
      settings: allSettings,
    });
    await spaces.add(space);
    assert.deepEqual(await spaces.get(space.id), space);
    assert.deepEqual(await spaces.list({}, { limit: 5 }), { items: [space] });
  },

  'unusual, long and empty strings are returned unchanged': async ({ open }) => {
    const spaces = await open();
    const odd = [
      ...unusualStrings.map((text) => aSpace({ title: text, description: text, owner: text })),
      aSpace({ id: 'i'.repeat(255), title: '', description: '' }),
      aSpace({ title: '🗺'.repeat(1_000), description: '🗺'.repeat(10_000) }),
    ];
    for (const space of odd) await spaces.add(space);
    for (const space of odd) assert.deepEqual(await spaces.get(space.id), space);
  },

  'values passed in and returned are copies': async ({ open }) => {
    const spaces = await open();
    const settings = (): Space['settings'] => ({ client: { deep: [{ n: 1 }] }, tags: { t: { version: 1 } } });
    const given = aSpace({ settings: settings() });
    const expected = { ...given, settings: settings() };
    await spaces.add(given);
    mutate(given);
    mutate(await spaces.get(expected.id));
    mutate(await spaces.list({}, { limit: 1 }));
    mutate(await spaces.update(expected.id, (space) => ({ ...space })));
    assert.deepEqual(await spaces.get(expected.id), expected);
  },

  'get, update and remove of an absent space are SpaceNotFound': async ({ open }) => {
    const spaces = await open();
    await spaces.add(aSpace({ id: 'Roads' }));
    const unasked = (space: Space): Space => assert.fail(`asked about ${space.id}`);
    for (const id of ['absent', 'roads', 'Road', 'Road_', 'Road%', '', '\0', "'"]) {
      const { refusals } = await settle([
        spaces.get(id),
        spaces.update(id, unasked),
        spaces.remove(id, unasked),
      ]);
      assertAll(refusals, 3, 'space-not-found');
    }
    assert.equal((await spaces.list({}, { limit: 5 })).items.length, 1);
  },

  'add of a taken identifier is SpaceExists and changes nothing': async ({ open }) => {
    const spaces = await open();
    const space = aSpace();
    await spaces.add(space);
    for (const owner of ['alice', 'bob']) {
      const rival = aSpace({ id: space.id, title: 'Another', owner });
      assert.equal((await rejection(spaces.add(rival))).code, 'space-exists');
    }
    assert.deepEqual(await everyItem((page) => spaces.list({}, page), 5), [space]);
  },

  'of concurrent adds of one identifier exactly one succeeds': async ({ open }) => {
    const spaces = await open();
    for (const id of several(3, (round) => `contested-${round}`)) {
      const rivals = several(20, (number) => aSpace({ id, title: `Rival ${number}` }));
      const { values, refusals } = await settle(rivals.map((rival) => spaces.add(rival).then(() => rival)));
      assertAll(refusals, 19, 'space-exists');
      assert.deepEqual([await spaces.get(id)], values);
    }
  },

  'an identifier is free again after a remove': async ({ open }) => {
    const spaces = await open();
    const [space, successor] = [aSpace({ id: 'again' }), aSpace({ id: 'again', owner: 'bob' })];
    await spaces.add(space);
    assert.deepEqual(await spaces.remove('again', () => {}), space);
    assert.deepEqual(await spaces.list({}, { limit: 5 }), { items: [] });
    await spaces.add(successor);
    assert.deepEqual(await spaces.get('again'), successor);
  },

  'spaces are listed oldest first, then by ascending identifier in code units, on pages of any size': async ({
    open,
  }) => {
    const spaces = await open();
    for (const id of ['b', 'Z', '_', 'a', '~', '9', 'B', '-', 'a.b'])
      await spaces.add(aSpace({ id, createdAt: 2_000 }));
    await spaces.add(aSpace({ id: 'newest', createdAt: 10_000 }));
    await spaces.add(aSpace({ id: 'oldest', createdAt: 999 }));
    const expected = ['oldest', '-', '9', 'B', 'Z', '_', 'a', 'a.b', 'b', '~', 'newest'];
    await assertListed((page) => spaces.list({}, page), expected);
  },

  'a page goes on where the last one ended although spaces come and go': async ({ open }) => {
    const spaces = await open();
    const stored = several(6, (number) => aSpace({ createdAt: 1_000 + number }));
    for (const space of stored) await spaces.add(space);
    const first = await spaces.list({}, { limit: 3 });
    assert.deepEqual(first.items, stored.slice(0, 3));
    for (const space of several(2, () => aSpace({ createdAt: 1 }))) await spaces.add(space);
    for (const space of stored.slice(2, 4)) await spaces.remove(space.id, () => {});
    assert.deepEqual(await spaces.list({}, { limit: 3, after: first.next }), { items: stored.slice(4) });
  },

  'spaces are all there after a restart': async ({ open, reopen }) => {
    const spaces = await open();
    const stored = several(3, () => aSpace());
    for (const space of stored) await spaces.add(space);
    const again = await reopen(spaces);
    assert.deepEqual(await everyItem((page) => again.list({}, page), 2), stored);
  },

  ...spaceFilterRules,
  ...spaceChangeRules,
} satisfies Contract<SpaceRepository>;
