import { MapChanged, type WebMap } from '@cairn/maps';
import { assert } from '../assert.js';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import { assertListed } from '../listings.js';
import { mutate } from '../mutate.js';
import { assertAll, rejection, settle } from '../outcomes.js';
import { aDisposal } from '../trash/trash-ports.js';
import { unusualStrings } from '../unusual-strings.js';
import { aFullLayer, aLayer, aMap } from './map-builders.js';
import type { MapPorts } from './map-ports.js';
import { mapRemovalRules } from './map-removal.rules.js';

const named = (map: WebMap, title: string): WebMap => ({ ...map, title, version: map.version + 1 });

/** Rules for every `MapRepository`. */
export const mapRepositoryContract = {
  'a map is returned as it was inserted, with its layers in their order': async ({ open }) => {
    const { maps } = await open();
    const layers = [aFullLayer(), aLayer({ space: 'roads' }), aFullLayer({ space: 'trees' })];
    const view = { longitude: -0.1, latitude: 51.5, zoom: 3.25, bearing: -10, pitch: 60 };
    const given = { description: 'Two\nlines', layers, view, baseMap: 'none' } as const;
    for (const map of [aMap(given), aMap({ layers: [...layers].reverse() }), aMap()]) {
      await maps.insert(map);
      const found = await maps.get(map);
      assert.deepEqual(found, map);
      mutate(found);
      assert.deepEqual(await maps.find(map), map);
      const { version } = await maps.update(map, (stored) => named(stored, 'x'));
      assert.equal(version, 2);
    }
  },

  'another owner’s map, and an absent one, is not found, MapNotFound or NotInTrash': async ({ open }) => {
    const { maps } = await open();
    const map = aMap();
    await maps.insert(map);
    for (const wrong of [
      { ...map, owner: 'bob' },
      { ...map, id: 'absent' },
      { ...map, id: '' },
    ]) {
      assert.equal(await maps.find(wrong), undefined);
      const attempts = [maps.get(wrong), maps.update(wrong, (stored) => stored), maps.remove(wrong)];
      assertAll((await settle<unknown>(attempts)).refusals, 3, 'map-not-found');
      assert.equal((await rejection(maps.restore(wrong))).code, 'not-in-trash');
    }
    assert.deepEqual(await maps.get(map), map);
  },

  'an owner has one map of an id, and each owner may have one': async ({ open }) => {
    const { maps } = await open();
    const map = aMap({ id: 'space.trees' });
    const others = aMap({ id: 'space.trees', owner: 'bob', layers: [aLayer()] });
    for (const each of [map, others]) await maps.insert(each);
    const again = several(3, () =>
      maps.insert({ ...map, title: 'Again', layers: [aLayer()] }, { maxMaps: 1 }),
    );
    assertAll((await settle(again)).refusals, 3, 'map-exists');
    assert.deepEqual(await maps.get(map), map);
    await maps.remove(map);
    assert.deepEqual(await maps.get(others), others);
  },

  'an owner has no more maps than allowed, however many are inserted at once': async ({ open }) => {
    const { maps } = await open();
    await maps.insert(aMap({ owner: 'bob' }));
    const { refusals } = await settle(several(9, () => maps.insert(aMap(), { maxMaps: 4 })));
    assertAll(refusals, 5, 'map-limit-reached');
    assert.equal((await maps.list('alice', { limit: 99 })).items.length, 4);
  },

  'maps are listed by owner, the latest first, page by page, with the number of their layers': async ({
    open,
  }) => {
    const { maps } = await open();
    const first = aMap({ layers: [aLayer(), aLayer()] });
    const same = several(3, () => aMap({ createdAt: first.createdAt + 5 }));
    for (const map of [...same, first, aMap({ owner: 'bob' })]) await maps.insert(map);
    const latest = same.map(({ id }) => id).sort().reverse(); // prettier-ignore
    await assertListed((page) => maps.list('alice', page), [...latest, first.id]);
    await maps.remove(same[0] ?? first);
    const { items } = await maps.list('alice', { limit: 9 });
    const { layers, ...listed } = first;
    assert.deepEqual(items.at(-1), { ...listed, layerCount: 2 });
    assert.equal(items.length, 3);
  },

  'the maps with a layer of a space are listed, as they are now': async ({ open }) => {
    const { maps } = await open();
    const of = (...spaces: readonly string[]): Partial<WebMap> => ({
      layers: spaces.map((space) => aLayer({ space })),
    });
    const [one, both, none] = [
      aMap(of('trees')),
      aMap(of('roads', 'trees', 'trees')),
      aMap(of('Trees', 'tree_')),
    ];
    for (const map of [one, both, none, aMap({ owner: 'bob', ...of('trees') })]) await maps.insert(map);
    const expect = async (space: string, expected: readonly WebMap[]): Promise<void> =>
      await assertListed(
        (page) => maps.listBySpace({ owner: 'alice', space }, page),
        expected.map(({ id }) => id),
      );
    await expect('trees', [both, one]);
    await expect('roads', [both]);
    await expect('tree%', []);
    await maps.update(both, (map) => ({ ...map, ...of('roads') }));
    await maps.update(none, (map) => ({ ...map, ...of('trees') }));
    await expect('trees', [none, one]);
    await maps.remove(one);
    await expect('trees', [none]);
  },

  'a change that throws changes nothing': async ({ open }) => {
    const { maps, outbox } = await open();
    const map = aMap({ layers: [aLayer(), aLayer()] });
    await maps.insert(map);
    const { length } = await outbox.list(0, 99);
    const refused = maps.update(map, (stored) => {
      mutate(stored);
      throw new MapChanged(7);
    });
    assert.equal((await rejection(refused)).code, 'map-changed');
    assert.deepEqual(await maps.get(map), map);
    assert.equal((await outbox.list(0, 99)).length, length);
  },

  'of many changes of one version at once one is made, and changes of any version all are': async ({
    open,
  }) => {
    const { maps } = await open();
    const map = aMap();
    await maps.insert(map);
    const { refusals } = await settle(
      several(8, (number) =>
        maps.update(map, (stored) => {
          if (stored.version !== 1) throw new MapChanged(stored.version);
          return { ...named(stored, `${number}`), layers: [aLayer(), aLayer()] };
        }),
      ),
    );
    assertAll(refusals, 7, 'map-changed');
    const added = several(6, () =>
      maps.update(map, (stored) => ({ ...named(stored, 'x'), layers: [...stored.layers, aLayer()] })),
    );
    await Promise.all(added);
    const { version, layers } = await maps.get(map);
    assert.deepEqual([version, layers.length], [8, 8]);
    assert.equal(new Set(layers.map(({ id }) => id)).size, 8);
  },

  'a map is never read with the layers of another version': async ({ open }) => {
    const { maps } = await open();
    const map = aMap();
    await maps.insert(map);
    const writing = (async () => {
      for (let round = 0; round < 20; round += 1)
        await maps.update(map, (stored) => ({
          ...named(stored, 'x'),
          layers: several(stored.version, () => aLayer()),
        }));
    })();
    const sizes: (readonly [number, number])[] = [];
    for (let round = 0; round < 40; round += 1) {
      const { version, layers } = await maps.get(map);
      sizes.push([version - 1, layers.length]);
    }
    await writing;
    for (const [expected, found] of sizes) assert.equal(found, expected);
    assert.equal((await maps.get(map)).layers.length, 20);
  },

  'every change of a map is an event that is stored with it': async ({ open }) => {
    const { maps, outbox } = await open();
    const map = aMap();
    await maps.insert(map);
    await maps.update(map, (stored) => named(stored, 'x'));
    await maps.remove(map, { disposal: aDisposal() });
    await maps.restore(map);
    await settle([maps.insert(map), maps.restore(map)]);
    const events = (await outbox.list(0, 99)).map(({ event }) => event);
    assert.deepEqual(
      events.map(({ type, aggregateId, payload }) => [type, aggregateId, payload]),
      ['map-created', 'map-updated', 'map-deleted', 'map-created'].map((type) => [
        type,
        map.id,
        { owner: 'alice' },
      ]),
    );
  },

  ...mapRemovalRules,

  'large maps and odd texts are stored as they are': async ({ open }) => {
    const { maps } = await open();
    const long = 'ä🏝'.repeat(2_000);
    const layers = several(50, (number) =>
      aLayer({
        title: unusualStrings[number % unusualStrings.length] ?? '',
        space: `s.${number}~_-`,
        table: [long],
      }),
    );
    const large = aMap({ description: long, layers });
    const odd = unusualStrings.map((title) =>
      aMap({ title, description: title, id: `space.${title.length}` }),
    );
    for (const map of [large, ...new Map(odd.map((each) => [each.id, each])).values()]) {
      await maps.insert(map);
      assert.deepEqual(await maps.get(map), map);
    }
  },

  'maps are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const map = aMap({ layers: [aFullLayer()] });
    await ports.maps.insert(map);
    const { maps } = await reopen(ports);
    assert.deepEqual(await maps.get(map), map);
  },
} satisfies Contract<MapPorts>;
