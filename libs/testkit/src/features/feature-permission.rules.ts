import { strict as assert } from 'node:assert';
import type { Contract } from '../contract.js';
import { aFeature, DELETE, openSpace, PUT, writing, type FeatureStorePorts } from './feature-store-ports.js';
import { several } from '../builders.js';

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
    const unchanged = await write([writing(aFeature('gone'))], { refused: ['updated'] });
    assert.deepEqual([unchanged.unchanged, unchanged.failed], [['gone'], []]);
    assert.deepEqual(await ids(), ['gone', 'old']);
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
} satisfies Contract<FeatureStorePorts>;
