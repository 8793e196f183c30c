import { assert } from '../assert.js';
import type { Geometry } from '@cairn/geometry';
import { featureText, NAMESPACE } from '@cairn/spaces';
import { MAX_FEATURE_ID_LENGTH } from '@cairn/spaces/spi';
import { aSpace, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { unusualStrings } from '../unusual-strings.js';
import { rejection } from '../outcomes.js';
import { mutate } from '../mutate.js';
import {
  aBatch,
  aFeature,
  DELETE,
  everyChunk,
  NOW,
  openedSpace,
  openSpace,
  PUT,
  valueOf,
  writing,
  type FeatureStorePorts,
} from './feature-store-ports.js';

const ring = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 0],
];
const geometries = [
  null,
  { type: 'Point', coordinates: [-0.1, 51.5, 11.25], note: 'foreign' },
  { type: 'Polygon', coordinates: [[...ring].reverse()] },
  { type: 'LineString', coordinates: [] },
  {
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [1, 2] },
      { type: 'MultiPolygon', coordinates: [[ring], [ring]] },
    ],
  },
];

/** What is stored, and how it comes back. */
export const featureStoringRules = {
  'a write gives the features that it stored, with their boxes, to whoever asks for them': async (
    subject,
  ) => {
    const { features, id, write } = await openSpace(subject);
    await write([writing(aFeature('same')), writing(aFeature('gone'))]);
    const wide: Geometry = {
      type: 'MultiPoint',
      coordinates: [
        [1, 2],
        [5, 3],
      ],
    };
    const many = several(1_200, (number) => writing(aFeature(`f${number}`, { geometry: wide })));
    const { puts = [], ...written } = await write(
      [writing(aFeature('same')), writing(aFeature('gone'), DELETE), ...many],
      { returnsPuts: true },
    );
    const { content, version } = await features.statistics(id);
    assert.deepEqual([written.content, written.version], [content, version]);
    const byId = new Map(puts.map((put) => [put.feature.id, put]));
    assert.deepEqual([...byId.keys()].sort(), several(1_200, (number) => `f${number}`).sort());
    assert.deepEqual(byId.get('f7')?.boxes, [[1, 2, 5, 3]]);
    assert.deepEqual([byId.get('f7')?.feature], await features.find(id, ['f7']));
    assert.equal((await write([writing(aFeature('f7'))])).puts, undefined);
  },

  'a feature comes back as it was written, with all its members': async (subject) => {
    const { features, id, write, texts } = await openSpace(subject);
    const properties = {
      nothing: null,
      list: [1, [2], {}],
      odd: unusualStrings,
      deep: { a: { b: { c: true } } },
    };
    const written = geometries.map((geometry, number) =>
      aFeature(`f${number}`, { geometry, properties, title: 'foreign', more: { '': unusualStrings } }),
    );
    const { features: returned, inserted } = await write(written.map((feature) => writing(feature)));
    assert.deepEqual(inserted, ['f0', 'f1', 'f2', 'f3', 'f4']);
    const namespace = { createdAt: NOW, updatedAt: NOW, version: 1 };
    const expected = written.map((feature) => ({
      ...feature,
      properties: { ...properties, [NAMESPACE]: namespace },
    }));
    assert.deepEqual(returned.map(valueOf), expected);
    assert.deepEqual((await texts()).map(valueOf), expected);
    assert.deepEqual((await features.find(id, inserted)).map(featureText), await texts());
  },

  'numbers that a double loses and members called like those of objects are kept as they are': async (
    subject,
  ) => {
    const { write, texts } = await openSpace(subject);
    const members = '"big":12345678901234567890,"long":0.12345678901234567890,"far":1e400';
    const odd = '"__proto__":{"a":1},"constructor":2,"toString":null';
    await write([
      writing(
        `{"type":"Feature","id":"n","geometry":null,"properties":{${members.replace('1e400', '1e40')},${odd}}}`,
      ),
    ]);
    const [text = ''] = await texts();
    assert.ok(
      text.includes(`"properties":{${members.replace('1e400', '1e40')},${odd},"${NAMESPACE}":`),
      text,
    );
  },

  'tags and times come with the feature': async (subject) => {
    const { features, id, write } = await openSpace(subject);
    const tagged = aFeature('t', {
      properties: { [NAMESPACE]: { tags: ['Äpfel', '@Own', 'ref_A', 'apfel'] } },
    });
    await write([writing(tagged)]);
    await write([writing(aFeature('t', { properties: { a: 1, [NAMESPACE]: { tags: ['b'] } } }))], {
      now: NOW + 5,
    });
    await write([writing({ ...tagged, id: 'u' })], { now: NOW - 5 });
    const [first, second] = await features.find(id, ['t', 'u']);
    assert.deepEqual(
      [first?.tags, first?.createdAt, first?.updatedAt, first?.version],
      [['b'], NOW, NOW + 5, 2],
    );
    assert.deepEqual([second?.tags, second?.createdAt], [['Äpfel', '@Own', 'ref_A', 'apfel'], NOW - 5]);
  },

  'what is not there is left out, and a space that is not there is SpaceNotFound': async (subject) => {
    const { features, id, write, texts } = await openSpace(subject);
    assert.deepEqual(
      [await texts(), await features.find(id, ['a']), await features.count(id, {})],
      [[], [], 0],
    );
    await write([writing(aFeature('a')), writing(aFeature('B'))]);
    assert.deepEqual(await features.find(id, ['b', 'A']), []);
    const found = await features.find(id, ['b', 'B', 'A', 'a', 'B', '%', '', '_', "'"]);
    assert.deepEqual(
      found.map((feature) => feature.id),
      ['B', 'a'],
    );
    for (const absent of ['absent', id.toUpperCase() + 'X', '']) {
      for (const attempt of [
        () => features.find(absent, ['a']),
        () => features.write(absent, aBatch([writing(aFeature('a'))])),
        () => features.count(absent, {}),
        () => features.statistics(absent),
        () => features.erase(absent, { now: NOW }),
        () => everyChunk(features.query(absent, {})),
      ])
        assert.equal((await rejection(attempt())).code, 'space-not-found');
    }
  },

  'ids are told apart by every character, and features by their space': async (subject) => {
    const { spaces, features, id, write, ids, ...ports } = await openSpace(subject);
    const other = aSpace();
    await spaces.add(other);
    const elsewhere = openedSpace({ ...ports, spaces, features }, other.id);
    const odd = [
      ...new Set([...unusualStrings, 'x'.repeat(MAX_FEATURE_ID_LENGTH), '🗺'.repeat(MAX_FEATURE_ID_LENGTH)]),
    ];
    await write(odd.map((name) => writing(aFeature(name, { properties: { name } }))));
    await elsewhere.write([writing(aFeature('null')), writing(aFeature('only here'))]);
    assert.deepEqual(new Set(await ids()), new Set(odd));
    for (const stored of await features.find(id, odd)) {
      const { properties } = valueOf(featureText(stored));
      assert.equal((properties as { name?: unknown }).name, stored.id);
    }
    await write([writing(aFeature('null'), DELETE)]);
    assert.deepEqual(await elsewhere.ids(), ['null', 'only here']);
  },

  'features that went in and came out are copies': async (subject) => {
    const { features, id, write, texts } = await openSpace(subject);
    const tagged = aFeature('c', { properties: { [NAMESPACE]: { tags: ['kept'] } } });
    const given = aBatch([writing(tagged, { ...PUT })]);
    await features.write(id, given);
    const [before, bounds] = [await texts(), (await features.statistics(id)).bounds];
    const expected = [...(bounds ?? [])];
    mutate(given);
    mutate(await features.find(id, ['c']));
    mutate(await features.statistics(id));
    assert.deepEqual([await texts(), (await features.statistics(id)).bounds], [before, expected]);
    assert.deepEqual((await write([writing(aFeature('d'))])).version, 2);
  },

  'many and large features are written at once and come in chunks that are bounded': async (subject) => {
    const { features, id, write, ids } = await openSpace(subject);
    const large = 'x'.repeat(100_000);
    const names = several(8, (number) => `large-${number}`);
    await write(names.map((name) => writing(aFeature(name, { properties: { large } }))));
    await write([writing(aFeature('huge', { properties: { large: large.repeat(4) } }))]);
    await write(several(700, (number) => writing(aFeature(`small-${number}`))));
    const chunks = await everyChunk(features.query(id, {}));
    assert.ok(
      chunks.every(({ text, count }) => count === 1 || text.length <= 262_144),
      'a chunk is too long',
    );
    assert.equal((await ids()).length, 709);
  },

  'features are all there after a restart, with the head of their space': async (subject) => {
    const { id, write, texts, ...ports } = await openSpace(subject);
    await write([writing(aFeature('a')), writing(aFeature('b', { geometry: null }))]);
    const [before, head] = [await texts(), await ports.features.statistics(id)];
    const again = openedSpace(await subject.reopen(ports), id);
    assert.deepEqual([await again.texts(), await again.features.statistics(id)], [before, head]);
    assert.equal((await again.write([writing(aFeature('c'))])).version, 2);
  },
} satisfies Contract<FeatureStorePorts>;
