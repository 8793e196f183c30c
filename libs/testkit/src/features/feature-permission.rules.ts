import { assert } from '../assert.js';
import type { Contract } from '../contract.js';
import {
  aBatch,
  aFeature,
  DELETE,
  openSpace,
  PATCH,
  PUT,
  RETAIN,
  writing,
  type FeatureStorePorts,
} from './feature-store-ports.js';
import { aSpace, several } from '../builders.js';

/** What a writer is not allowed to. */
export const featurePermissionRules = {
  'a feature that would change as its writer may not change it fails': async (subject) => {
    const { write, ids } = await openSpace(subject);
    await write([writing(aFeature('old')), writing(aFeature('gone'))]);
    const batch = [
      writing(aFeature('new')),
      writing(aFeature('old', { properties: { changed: true } })),
      writing(aFeature('gone'), DELETE),
    ];
    const refused = ['inserted', 'deleted'] as const;
    const rolledBack = await write(batch, { refused });
    assert.deepEqual([rolledBack.version, rolledBack.updated], [1, []]);
    const skipped = await write(batch, { refused, onFailure: 'skip' });
    assert.deepEqual([skipped.version, skipped.updated], [2, ['old']]);
    for (const { failed } of [rolledBack, skipped])
      assert.deepEqual(
        failed.map(({ index, reason }) => [index, reason]),
        [
          [0, 'forbidden'],
          [2, 'forbidden'],
        ],
      );
    const guessed = await write([writing(aFeature('gone'))], { refused: ['updated'] });
    assert.deepEqual([guessed.unchanged, guessed.failed.map(({ reason }) => reason)], [[], ['forbidden']]);
    const retained = await write([writing(aFeature('gone'), RETAIN)], { refused: ['updated'] });
    assert.deepEqual([retained.unchanged, retained.failed], [['gone'], []]);
    assert.deepEqual(await ids(), ['gone', 'old']);
  },

  'a writer who may not read is told nothing but what it wrote': async (subject) => {
    const { write } = await openSpace(subject);
    const secret = { properties: { secret: 1 } };
    await write([
      writing(aFeature('a', secret)),
      writing(aFeature('b', secret)),
      writing(aFeature('c', secret)),
    ]);
    const { features, updated, unchanged } = await write(
      [
        writing(aFeature('a', { properties: { n: 1 } }), PATCH),
        writing(aFeature('b'), RETAIN),
        writing(aFeature('c', { properties: { n: 2 } }), PUT),
        writing(aFeature('d', { properties: { n: 3 } })),
      ],
      { returning: 'own-texts' },
    );
    assert.deepEqual([updated, unchanged], [['a', 'c'], ['b']]);
    assert.equal(features.join().includes('secret'), false);
    assert.deepEqual(
      features.map((text) => (JSON.parse(text) as { readonly id: string }).id),
      ['c', 'd'],
    );
  },

  'no more features are inserted than the space may have, however many write at once': async (subject) => {
    const { features, id, write } = await openSpace(subject);
    await write([writing(aFeature('a')), writing(aFeature('b'))]);
    const results = await Promise.all(
      several(10, (number) => write([writing(aFeature(`f${number}`))], { maxFeatures: 5 })),
    );
    assert.equal(results.flatMap(({ inserted }) => inserted).length, 3);
    assert.deepEqual(
      results.flatMap(({ failed }) => failed.map(({ reason }) => reason)),
      several(7, () => 'too-many-features'),
    );
    assert.equal((await features.statistics(id)).total, 5);
    const exchanged = await write(
      [writing(aFeature('a'), DELETE), writing(aFeature('x')), writing(aFeature('b', { n: 1 }), PUT)],
      { maxFeatures: 5 },
    );
    assert.deepEqual([exchanged.failed, exchanged.inserted], [[], ['x']]);
  },

  'no more is written than the owner may have in all spaces, however many write at once': async (subject) => {
    const { features, spaces, id } = await openSpace(subject);
    const { owner } = await spaces.get(id);
    const other = { ...aSpace(), owner };
    const foreign = { ...aSpace(), owner: `${owner} not` };
    for (const space of [other, foreign]) await spaces.add(space);
    await features.write(foreign.id, aBatch(several(9, (number) => writing(aFeature(`f${number}`)))));
    const before = await features.use(owner);
    const quota = { maxFeatures: before.featureCount + 5 };
    const results = await Promise.all(
      several(10, (number) =>
        features.write(number % 2 === 0 ? id : other.id, {
          ...aBatch([writing(aFeature(`f${number}`))]),
          onFailure: 'skip',
          quota,
        }),
      ),
    );
    assert.equal(results.flatMap(({ inserted }) => inserted).length, 5);
    const reasons = results.flatMap(({ failed }) => failed.map(({ reason }) => reason));
    assert.deepEqual(
      reasons,
      several(5, () => 'feature-quota-exceeded'),
    );
    assert.equal((await features.use(owner)).featureCount, before.featureCount + 5);
  },

  'features do not become longer in all than their owner may have them, but shorter': async (subject) => {
    const { features, spaces, id, write } = await openSpace(subject);
    const { owner } = await spaces.get(id);
    const other = { ...aSpace(), owner };
    await spaces.add(other);
    await features.write(
      other.id,
      aBatch([writing(aFeature('other', { properties: { text: 'x'.repeat(900) } }))]),
    );
    await write([writing(aFeature('a'))]);
    const { length } = await features.use(owner);
    const longer = [writing(aFeature('a', { properties: { text: 'x'.repeat(500) } }))];
    const refused = await write(longer, { quota: { maxLength: length + 400 } });
    assert.deepEqual(
      refused.failed.map(({ reason }) => reason),
      ['feature-quota-exceeded'],
    );
    const allowed = await write(longer, { quota: { maxLength: length + 600 } });
    assert.deepEqual([allowed.failed, allowed.updated], [[], ['a']]);
    const less = { quota: { maxLength: 0, maxFeatures: 0 } };
    assert.deepEqual((await write([writing(aFeature('a'))], less)).updated, ['a']);
    assert.deepEqual((await write([writing(aFeature('a'), DELETE)], less)).deleted, ['a']);
  },

  'what an owner has is what is in the spaces that are there now': async (subject) => {
    const { features, spaces, id, write } = await openSpace(subject);
    const { owner } = await spaces.get(id);
    const before = await features.use(owner);
    await write([writing(aFeature('a', { properties: { '"length":9': 'ä' } })), writing(aFeature('b'))]);
    const removed = { ...aSpace(), owner };
    await spaces.add(removed);
    await features.write(removed.id, aBatch([writing(aFeature('gone'))]));
    const most = await features.use(owner);
    await spaces.remove(removed.id, () => {});
    await write([writing(aFeature('b'), DELETE)]);
    const { length } = (await features.statistics(id)).summary;
    assert.equal(most.featureCount, before.featureCount + 3);
    assert.deepEqual(await features.use(owner), {
      featureCount: before.featureCount + 1,
      length: before.length + length,
    });
    await spaces.update(id, (space) => ({ ...space, owner: `${owner} then` }));
    assert.deepEqual(
      [await features.use(owner), (await features.use(`${owner} then`)).featureCount],
      [before, 1],
    );
  },
} satisfies Contract<FeatureStorePorts>;
