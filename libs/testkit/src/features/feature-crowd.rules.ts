import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import { assertCounted, type WaysToCount } from './feature-cell.rules.js';
import {
  aFeature,
  aPoint,
  DELETE,
  openSpace,
  writing,
  type FeatureStorePorts,
} from './feature-store-ports.js';

/** How many features in a small place are counted by cells. */
export const featureCrowdRules = {
  'cells are the same where features are crowded, after any changes': async (subject) => {
    const space = await openSpace(subject);
    const ways: WaysToCount = [
      ...[4, 5, 6].map((resolution) => [{ kind: 'hexbin', resolution }, undefined] as const),
      [{ kind: 'hexbin', resolution: 5 }, [10.1, 48.1, 12.2, 49.3]],
      [{ kind: 'hexbin', resolution: 6 }, [11.25, 48.92249926375824, 11.6015625, 49.38237278700956]],
      ...[8, 10, 11].map((zoom) => [{ kind: 'quadbin', zoom }, [11.25, 48.1, 12.3, 49.2]] as const),
    ];
    const assertSame = (total: number) => assertCounted(space, ways, { resolution: 6, total });
    const write = (from: number, count: number, turn: number) =>
      space.write(
        several(count, (number) => {
          const place = (from + number) * 7 + turn;
          const geometry = aPoint(11.3 + ((place * 0.617) % 0.7), 48.2 + ((place * 0.133) % 0.6));
          return writing(aFeature(`f${from + number}`, { geometry, properties: { odd: number % 2 } }));
        }),
        { returning: 'ids' },
      );
    const indexed = async (): Promise<void> => {
      while ((await space.features.index()) !== 'done');
    };
    for (const from of [0, 1_150]) await write(from, 1_150, 0);
    await space.features.index();
    await write(1_000, 700, 3);
    await space.write(several(50, (number) => writing(aFeature(`f${number}`), DELETE)));
    await assertSame(2_250);
    await indexed();
    await assertSame(2_250);
    await write(900, 700, 5);
    await space.write(several(50, (number) => writing(aFeature(`f${number + 100}`), DELETE)));
    await assertSame(2_200);
    const filter = { kind: 'compare', operator: 'equals', path: ['properties', 'odd'], values: [1] } as const;
    await space.features.erase(space.id, { filter, now: 1 });
    await write(4_000, 1_200, 1);
    await indexed();
    const { total } = await space.features.statistics(space.id);
    await assertSame(total);
    await space.features.erase(space.id, { now: 2 });
    while ((await space.features.purge()) === 'more');
    await indexed();
    await write(0, 5, 9);
    await assertSame(5);
  },
} satisfies Contract<FeatureStorePorts>;
