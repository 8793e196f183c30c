import { assert } from '../assert.js';
import { NAMESPACE } from '@cairn/spaces';
import type { ContentSummary } from '@cairn/spaces/spi';
import { aSpace, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { rejection } from '../outcomes.js';
import {
  aBatch,
  aFeature,
  aPoint,
  DELETE,
  NOW,
  openedSpace,
  openSpace,
  PATCH,
  PUT,
  writing,
  type FeatureStorePorts,
} from './feature-store-ports.js';

const TAGGED = { ...PUT, addTags: ['red'] };

/** How features and their space belong together. */
export const featureSpaceRules = {
  'total, bounds and version are those of the features after any writes': async (subject) => {
    const { features, id, write } = await openSpace(subject);
    const head = async () => {
      const { version, total, bounds, boundsExact } = await features.statistics(id);
      return { version, total, bounds, boundsExact };
    };
    const empty = { total: 0, bounds: undefined, boundsExact: true };
    assert.deepEqual(await head(), { version: 0, ...empty });
    await Promise.all(
      several(10, (number) =>
        write([writing(aFeature(`f${number}`, { geometry: aPoint(number, -number) }))]),
      ),
    );
    await write([
      writing(aFeature('nowhere', { geometry: null })),
      writing(aFeature('f5', { geometry: aPoint(5, 5) })),
    ]);
    assert.deepEqual(await head(), { version: 11, total: 11, bounds: [0, -9, 9, 5], boundsExact: true });
    await write([writing(aFeature('f4'), DELETE)]);
    assert.deepEqual(await head(), { version: 12, total: 10, bounds: [0, -9, 9, 5], boundsExact: true });
    await write([writing(aFeature('f9'), DELETE)]);
    const { bounds = [0, 0, 0, 0], boundsExact, total } = await head();
    assert.deepEqual([total, boundsExact || bounds[2] >= 8], [9, true]);
    assert.ok(bounds[0] <= 0 && bounds[1] <= -8 && bounds[3] >= 5, 'a feature is out of bounds');
    if (boundsExact) assert.deepEqual(bounds, [0, -8, 8, 5]);
    await write(
      [...several(9, (number) => `f${number}`), 'nowhere'].map((name) => writing(aFeature(name), DELETE)),
    );
    assert.deepEqual(await head(), { version: 14, ...empty });
  },

  'properties, tags and types of geometry are counted exactly after any writes': async (subject) => {
    const { features, id, write } = await openSpace(subject);
    const summary = async () => sortedSummary((await features.statistics(id)).summary);
    const nothing = { geometryTypes: [], properties: [], tags: [], isExact: true };
    assert.deepEqual(await summary(), nothing);
    const kept = { size: 7, __proto__x: null, 'a b': 'c', deep: { size: 1 }, list: ['x'], yes: false };
    await Promise.all([
      write([writing(aFeature('a', { properties: { ...kept, [NAMESPACE]: { tags: ['red', 'big'] } } }))]),
      write([writing(aFeature('b', { properties: { size: '7' }, geometry: null }), TAGGED)]),
      write(several(5, (number) => writing(aFeature(`f${number}`, { properties: { size: number } })))),
    ]);
    const others = ['__proto__x null 1', 'a b string 1', 'deep object 1', 'list array 1'];
    assert.deepEqual(await summary(), {
      geometryTypes: ['Point 6'],
      properties: [...others, 'size number 6', 'size string 1', 'yes boolean 1'],
      tags: ['big 1', 'red 2'],
      isExact: true,
    });
    await write([
      writing({ type: 'Feature', id: 'b', properties: { size: 1.5, yes: true } }, PATCH),
      writing(aFeature('f0'), DELETE),
      writing(aFeature('f1', { geometry: { type: 'LineString', coordinates: [] } })),
      writing(aFeature('brief', { properties: { brief: 1 } })),
      writing(aFeature('brief'), DELETE),
    ]);
    assert.deepEqual(await summary(), {
      geometryTypes: ['LineString 1', 'Point 4'],
      properties: [...others, 'size number 5', 'yes boolean 2'],
      tags: ['big 1', 'red 2'],
      isExact: true,
    });
    const path = ['properties', 'size'];
    await features.erase(id, {
      filter: { kind: 'compare', operator: 'equals', path, values: [2, 3] },
      now: NOW,
    });
    assert.ok((await summary()).properties.includes('yes boolean 2'), 'all that is left has a name');
    await features.erase(id, { now: NOW });
    assert.deepEqual(await summary(), nothing);
  },

  'an erasure removes what its filter holds for, or all, at one version': async (subject) => {
    const { features, id, write, ids } = await openSpace(subject);
    assert.equal(await features.erase(id, { now: NOW }), 0);
    await write(several(6, (kind) => writing(aFeature(`f${kind}`, { properties: { kind } }))));
    const kind = { kind: 'compare', path: ['properties', 'kind'] } as const;
    const low = { ...kind, operator: 'less', values: [2] } as const;
    assert.deepEqual(
      [await features.erase(id, { filter: low, now: NOW }), await ids()],
      [2, ['f2', 'f3', 'f4', 'f5']],
    );
    assert.equal(await features.erase(id, { filter: low, now: NOW }), 0);
    assert.equal((await features.statistics(id)).version, 2);
    assert.deepEqual([await features.erase(id, { now: NOW }), await ids()], [4, []]);
    const { version, total, bounds } = await features.statistics(id);
    assert.deepEqual([version, total, bounds], [3, 0, undefined]);
    const tagged = { ...PUT, addTags: ['東京'] };
    await write([
      writing(aFeature('a', { properties: { kind: 1 } }), tagged),
      writing(aFeature('b', { properties: { kind: 5 } }), tagged),
      writing(aFeature('c', { properties: { kind: 1 } })),
    ]);
    const hasTag = { kind: 'contain', path: ['tags'], values: ['東京'] } as const;
    const both = { kind: 'and', filters: [low, hasTag] } as const;
    assert.deepEqual([await features.erase(id, { filter: both, now: NOW }), await ids()], [1, ['b', 'c']]);
  },

  'a space that is removed takes its features with it': async (subject) => {
    const { features, id, spaces, write, ids } = await openSpace(subject);
    await write([writing(aFeature('a'))]);
    const space = await spaces.remove(id, () => {});
    assert.equal((await rejection(features.find(id, ['a']))).code, 'space-not-found');
    await spaces.add(space);
    const { version, total } = await features.statistics(id);
    assert.deepEqual([await features.find(id, ['a']), await ids(), version, total], [[], [], 0, 0]);
    assert.deepEqual((await write([writing(aFeature('a'))])).inserted, ['a']);
  },

  'a space tells when its features changed last': async (subject) => {
    const { id, spaces, features, write } = await openSpace(subject);
    const at = async () => (await spaces.get(id)).contentUpdatedAt;
    await write([writing(aFeature('a'))], { now: NOW + 2 });
    assert.equal(await at(), NOW + 2);
    await write([writing(aFeature('b'))], { now: NOW });
    assert.equal(await at(), NOW + 2);
    await spaces.update(id, (space) => ({ ...space, title: 'Another' }));
    await features.erase(id, { now: NOW + 3 });
    assert.deepEqual([await at(), (await spaces.get(id)).title], [NOW + 3, 'Another']);
  },

  'writes and a removal of their space at once leave no feature behind': async (subject) => {
    const opened = await openSpace(subject);
    const { features, spaces, id, write, ...ports } = opened;
    const writes = several(10, (number) =>
      write([writing(aFeature(`f${number}`))]).catch((error: unknown) => error),
    );
    const space = await spaces.remove(id, () => {});
    await Promise.all(writes);
    await spaces.add(space);
    const again = openedSpace({ ...ports, features, spaces }, id);
    assert.deepEqual([await again.ids(), (await features.statistics(id)).total], [[], 0]);
  },

  'a purge ends, and nothing that can be read changes': async (subject) => {
    const { features, spaces, id, write, ids } = await openSpace(subject);
    const small = several(30, (number) => writing(aFeature(`f${number}`)));
    await write([...small, writing(aFeature('huge', { large: 'x'.repeat(400_000) }))]);
    await features.erase(id, { now: NOW });
    await write([writing(aFeature('kept')), writing(aFeature('deleted'))]);
    await write([writing(aFeature('deleted'), DELETE), writing(aFeature('kept', { title: 'changed' }))]);
    const removed = aSpace();
    await spaces.add(removed);
    await features.write(removed.id, aBatch(small));
    await spaces.remove(removed.id, () => {});
    await spaces.add(removed);
    await features.write(removed.id, aBatch([writing(aFeature('new'))]));
    const seen = async () => [
      await ids(),
      await features.find(id, ['kept', 'deleted', 'f1']),
      await features.find(removed.id, ['new', 'f1']),
      await features.statistics(id),
      await features.statistics(removed.id),
      await features.count(id, { boxes: [[0, 0, 90, 90]] }),
    ];
    const before = await seen();
    let steps = 0;
    while ((await features.purge()) === 'more') assert.ok((steps += 1) < 1_000, 'it never ends');
    assert.deepEqual(await seen(), before);
    assert.equal(await features.purge(), 'done');
  },

  'the total is of all spaces that there are now, and of their features': async (subject) => {
    const { spaces, features, write } = await openSpace(subject);
    const before = await features.total();
    await write(several(3, (number) => writing(aFeature(`f${number}`))));
    await spaces.add(aSpace()); // without a feature
    const removed = aSpace();
    await spaces.add(removed);
    await features.write(removed.id, aBatch([writing(aFeature('gone'))]));
    await spaces.remove(removed.id, () => {});
    await write([writing(aFeature('f0'), DELETE)]);
    assert.deepEqual(await features.total(), {
      spaceCount: before.spaceCount + 1,
      featureCount: before.featureCount + 2,
    });
  },
} satisfies Contract<FeatureStorePorts>;

function sortedSummary({ geometryTypes, properties, tags, isExact }: ContentSummary) {
  const named = (counts: ContentSummary['tags']) =>
    counts.map(({ name, count }) => `${name} ${count}`).sort();
  const typed = properties.map(({ name, type, count }) => `${name} ${type} ${count}`).sort();
  return { geometryTypes: named(geometryTypes), properties: typed, tags: named(tags), isExact };
}
