import { assert } from '../assert.js';
import type { WriteResult } from '@cairn/spaces';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import { aFeature, openSpace, writing, type FeatureStorePorts } from './feature-store-ports.js';

const SIZE = 2_000;
/** Of each at least one write of others comes while the batch is written, unless the machine is very busy. */
const ATTEMPTS = 10;

/** What a store promises of batches in the background. */
export const featureBackgroundRules = {
  'a batch in the background is written like any other, and tells whether others waited for it': async (
    subject,
  ) => {
    const { write, features, id } = await openSpace(subject);
    const written = async (attempt: number): Promise<WriteResult> => {
      const batch = several(SIZE, (number) => writing(aFeature(`${attempt}-${number}`)));
      return await write(batch, { inBackground: true, returning: 'ids' });
    };
    const alone = await written(0);
    assert.deepEqual([alone.version, alone.inserted.length, alone.failed], [1, SIZE, []]);
    assert.equal((await features.statistics(id)).total, SIZE);
    if (alone.timing === undefined) return;
    assert.equal(alone.timing.contended, false);
    assert.ok(alone.timing.durationMs > 0);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const long = { isWritten: false };
      const writingLong = written(attempt).finally(() => (long.isWritten = true));
      while (!long.isWritten) await write([writing(aFeature('small'))]);
      if ((await writingLong).timing?.contended === true) return;
    }
    assert.fail(`None of ${ATTEMPTS} batches told that others waited for it.`);
  },
} satisfies Contract<FeatureStorePorts>;
