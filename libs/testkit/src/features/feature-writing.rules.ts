import { assert } from '../assert.js';
import { NAMESPACE, type WriteRule } from '@cairn/spaces';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import {
  aFeature,
  DELETE,
  NOW,
  openSpace,
  PATCH,
  PUT,
  valueOf,
  writing,
  type FeatureStorePorts,
  type OpenedSpace,
} from './feature-store-ports.js';

const WRITERS = 20;
const INSERT: WriteRule = { ...PUT, onExists: 'error' };
const UPDATE: WriteRule = { ...PUT, onNotExists: 'error' };

/** How features are written. */
export const featureWritingRules = {
  'every write takes the next version, without a gap, however many write at once': async (subject) => {
    const { features, id, write } = await openSpace(subject);
    const results = await Promise.all(
      several(WRITERS, (number) =>
        write([writing(aFeature(`f${number}`)), writing(aFeature('shared', { number }))]),
      ),
    );
    const versions = results.map(({ version }) => version).sort((one, other) => one - other);
    assert.deepEqual(
      versions,
      several(WRITERS, (number) => number + 1),
    );
    const all = await features.find(
      id,
      results.flatMap(({ inserted }) => inserted),
    );
    const taken = all.filter((feature) => feature.id !== 'shared').map(({ version }) => version);
    assert.deepEqual(new Set(taken), new Set(versions));
    assert.equal((await features.statistics(id)).version, WRITERS);
  },

  'a write that changes nothing leaves the version, the times, and the events alone': async (subject) => {
    const { features, id, spaces, write, texts, events } = await openSpace(subject);
    const feature = aFeature('same', {
      properties: { a: 1, b: { c: [2], d: null }, [NAMESPACE]: { tags: ['t'] } },
    });
    await write([writing(feature)]);
    const seen = async () => [
      await texts(),
      await features.statistics(id),
      await spaces.get(id),
      await events(),
    ];
    const before = await seen();
    const turned = { ...feature, properties: { [NAMESPACE]: { tags: ['t'] }, b: { d: null, c: [2] }, a: 1 } };
    const bare = { type: 'Feature', id: 'same', properties: { b: { c: [2] } } };
    for (const modification of [
      writing(feature),
      writing(turned),
      writing(bare, PATCH),
      writing(feature, { ...PUT, onExists: 'retain' }),
      writing(aFeature('absent'), DELETE),
      writing(aFeature('absent'), { ...PUT, onNotExists: 'retain' }),
    ]) {
      const result = await write([modification], { now: NOW + 9 });
      assert.deepEqual([result.version, result.inserted, result.updated, result.deleted], [1, [], [], []]);
    }
    assert.deepEqual((await write([writing(turned)])).unchanged, ['same']);
    assert.deepEqual((await write([])).version, 1);
    assert.deepEqual(await seen(), before);
  },

  'patches of different members at once lose none': async (subject) => {
    const { write, texts } = await openSpace(subject);
    await write([writing(aFeature('p', { properties: { kept: true, tree: { root: 0 } } }))]);
    await Promise.all(
      several(WRITERS, (number) =>
        write([
          writing(
            { type: 'Feature', id: 'p', properties: { [`m${number}`]: 1, tree: { [`b${number}`]: 2 } } },
            PATCH,
          ),
        ]),
      ),
    );
    const { properties } = valueOf((await texts())[0] ?? '{}');
    const { kept, tree, ...members } = properties as Record<string, object>;
    assert.deepEqual([kept, Object.keys(tree ?? {}).length, Object.keys(members).length], [true, 21, 21]);
  },

  'of many inserts and of many updates by version at once exactly one wins': async (subject) => {
    const { write } = await openSpace(subject);
    const kinds = async (attempts: readonly ReturnType<OpenedSpace['write']>[]) =>
      (await Promise.all(attempts)).flatMap(({ inserted, updated, failed }) => [
        ...[...inserted, ...updated].map(() => 'won'),
        ...failed.map(({ reason }) => reason),
      ]);
    const inserts = several(WRITERS, (number) => write([writing(aFeature('one', { number }), INSERT)]));
    assert.deepEqual((await kinds(inserts)).sort(), [...lost('feature-exists'), 'won']);
    const updates = several(WRITERS, (number) =>
      write([{ ...writing(aFeature('one', { number: -number - 1 })), ifVersion: 1 }]),
    );
    assert.deepEqual((await kinds(updates)).sort(), [...lost('version-mismatch'), 'won']);
  },

  'where one feature of a batch fails, nothing of it is written': async (subject) => {
    const { features, id, write, texts, events } = await openSpace(subject);
    await write([writing(aFeature('a')), writing(aFeature('b'))]);
    const seen = async () => [await texts(), await features.statistics(id), await events()];
    const before = await seen();
    const { version, failed, ...others } = await write([
      writing(aFeature('new')),
      writing(aFeature('a', { title: 'changed' })),
      writing(aFeature('b'), INSERT),
      writing(aFeature('a'), DELETE),
      writing(aFeature('absent'), UPDATE),
    ]);
    assert.deepEqual(
      failed.map(({ index, id: failing, reason }) => [index, failing, reason]),
      [
        [2, 'b', 'feature-exists'],
        [4, 'absent', 'feature-not-found'],
      ],
    );
    assert.deepEqual(
      [version, others],
      [1, { inserted: [], updated: [], deleted: [], unchanged: [], features: [] }],
    );
    assert.deepEqual(await seen(), before);
  },

  'where failures are skipped, everything else is written, at one version': async (subject) => {
    const { features, id, write } = await openSpace(subject);
    await write([writing(aFeature('a')), writing(aFeature('b'))]);
    const result = await write(
      [
        writing(aFeature('absent'), UPDATE),
        writing(aFeature('new')),
        writing(aFeature('a', { title: 'changed' })),
        writing(aFeature('a'), INSERT),
        writing(aFeature('b'), DELETE),
      ],
      { onFailure: 'skip', returning: 'ids' },
    );
    const { failed, ...done } = result;
    const ids = { inserted: ['new'], updated: ['a'], deleted: ['b'], unchanged: [], features: [] };
    assert.deepEqual(done, { version: 2, ...ids });
    assert.deepEqual(
      failed.map(({ index }) => index),
      [0, 3],
    );
    const stored = await features.find(id, ['a', 'b', 'new']);
    assert.deepEqual(
      stored.map((feature) => [feature.id, feature.version]),
      [
        ['a', 2],
        ['new', 2],
      ],
    );
  },

  'a batch is applied in its order, also to one feature': async (subject) => {
    const { features, id, write, texts, events } = await openSpace(subject);
    await write([writing(aFeature('old'))]);
    await write([
      writing(aFeature('old'), DELETE),
      writing(aFeature('old', { title: 'again' }), INSERT),
      writing(aFeature('brief')),
      writing(aFeature('brief'), DELETE),
      writing({ type: 'Feature', id: 'old', step: 3 }, PATCH),
    ]);
    const [text = '{}', ...rest] = await texts();
    const { title, step } = valueOf(text);
    assert.deepEqual([title, step, rest], ['again', 3, []]);
    assert.deepEqual(await features.statistics(id), {
      ...(await features.statistics(id)),
      version: 2,
      total: 1,
    });
    assert.equal((await events()).length, 2);
  },

  'a patch that makes a feature too large fails': async (subject) => {
    const { write } = await openSpace(subject);
    await write([writing(aFeature('p', { a: 'ä'.repeat(100) }))]);
    const more = writing({ type: 'Feature', id: 'p', b: 'ä'.repeat(100) }, PATCH);
    const { failed } = await write([more], { maxSizeInBytes: 500 });
    assert.deepEqual(
      [failed.map(({ reason }) => reason), (await write([more])).updated],
      [['feature-too-large'], ['p']],
    );
  },

  'tags that are added to those of a feature must not become too many': async (subject) => {
    const { write } = await openSpace(subject);
    const adding = (...numbers: readonly number[]) =>
      writing({ type: 'Feature', id: 't' }, { ...PATCH, addTags: numbers.map((number) => `t${number}`) });
    await write([adding(...Array.from({ length: 999 }, (_, number) => number))]);
    assert.deepEqual((await write([adding(1_000)])).updated, ['t']);
    const { failed, updated } = await write([adding(1_001)]);
    assert.deepEqual([failed.map(({ reason }) => reason), updated], [['too-many-tags'], []]);
  },

  'an event tells of every change, and of nothing else': async (subject) => {
    const { features, id, write, events } = await openSpace(subject);
    await write([writing(aFeature('a')), writing(aFeature('b', { geometry: null }))]);
    await write([
      writing(aFeature('a', { geometry: { type: 'Point', coordinates: [9, 49] } })),
      writing(aFeature('b'), DELETE),
    ]);
    await write(several(101, (number) => writing(aFeature(`n${number}`, { geometry: null }))));
    await write([writing(aFeature('a'), INSERT)]);
    await features.erase(id, { now: NOW });
    assert.deepEqual(
      (await events()).map(({ payload }) => payload),
      [
        { version: 1, inserted: 2, updated: 0, deleted: 0, bbox: [8, 50, 8, 50], ids: ['a', 'b'] },
        { version: 2, inserted: 0, updated: 1, deleted: 1, bbox: [8, 49, 9, 50], ids: ['a', 'b'] },
        { version: 3, inserted: 101, updated: 0, deleted: 0 },
        { version: 4, inserted: 0, updated: 0, deleted: 102, bbox: [8, 49, 9, 50] },
      ],
    );
  },
} satisfies Contract<FeatureStorePorts>;

const lost = (reason: string): readonly string[] => Array<string>(WRITERS - 1).fill(reason);
