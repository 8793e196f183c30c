import { strict as assert } from 'node:assert';
import type { BoundingBox } from '@cairn/geometry';
import { splitBbox } from '@cairn/geometry';
import { NAMESPACE, type FeatureCriteria, type PropertyFilter } from '@cairn/spaces';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';
import {
  aFeature,
  aPoint,
  DELETE,
  everyChunk,
  idsOf,
  NOW,
  openSpace,
  writing,
  type FeatureStorePorts,
  type OpenedSpace,
  type Value,
} from './feature-store-ports.js';

type Operator = Extract<PropertyFilter, { kind: 'compare' }>['operator'];

const compare = (
  path: string,
  operator: Operator,
  ...values: (string | number | boolean | null)[]
): PropertyFilter => ({
  ...{ kind: 'compare', operator, values },
  path: path.split('/'),
});
const contain = (
  path: string,
  ...values: Extract<PropertyFilter, { kind: 'contain' }>['values']
): PropertyFilter => ({
  ...{ kind: 'contain', values },
  path: path.split('/'),
});

/** How features are found. */
export const featureSearchRules = {
  'a box finds what has a point in it, whatever its own box': async (subject) => {
    const space = await openSpace(subject);
    const slope = {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [10, 10],
      ],
    };
    const hole = [
      [4, 14],
      [6, 14],
      [6, 16],
      [4, 16],
      [4, 14],
    ];
    const square = [
      [0, 10],
      [10, 10],
      [10, 20],
      [0, 20],
      [0, 10],
    ];
    await write(space, {
      slope,
      frame: { type: 'Polygon', coordinates: [square, hole] },
      corner: aPoint(10, 10),
      nowhere: null,
      empty: { type: 'MultiPoint', coordinates: [] },
    });
    await assertFound(space, { boxes: [[0, 5, 3, 9]] }, []);
    await assertFound(space, { boxes: [[4, 4, 6, 6]] }, ['slope']);
    await assertFound(space, { boxes: [[4.5, 14.5, 5.5, 15.5]] }, []);
    await assertFound(space, { boxes: [[3.5, 14.5, 5.5, 15.5]] }, ['frame']);
    await assertFound(space, { boxes: [[10, 10, 10, 10]] }, ['corner', 'frame', 'slope']);
    await assertFound(
      space,
      {
        boxes: [
          [4, 4, 6, 6],
          [20, 20, 30, 30],
          [9, 19, 11, 21],
        ],
      },
      ['frame', 'slope'],
    );
    await assertFound(space, { boxes: [[-180, -90, 180, 90]] }, ['corner', 'frame', 'slope']);
    await assertFound(space, { boxes: [] }, []);
  },

  'what lies across the antimeridian or at a pole is found from both sides': async (subject) => {
    const space = await openSpace(subject);
    const fiji = [
      [177, -19],
      [-178, -19],
      [-178, -16],
      [177, -16],
      [177, -19],
    ];
    await write(space, {
      fiji: { type: 'Polygon', coordinates: [fiji] },
      east: aPoint(180, -17.5),
      west: aPoint(-180, 10),
      beyond: aPoint(-179.7, -17),
      pole: aPoint(0, 90),
      line: {
        type: 'LineString',
        coordinates: [
          [179, 0],
          [-179, 2],
        ],
      },
      far: aPoint(0, -17),
    });
    await assertFound(space, { boxes: [[178, -18, 179, -17]] }, ['fiji']);
    await assertFound(space, { boxes: [[-179, -18, -178.5, -17]] }, ['fiji']);
    await assertFound(space, { boxes: [[-180, -18, -179.9, -17]] }, ['east', 'fiji']);
    await assertFound(space, { boxes: [[179.5, 0, 180, 20]] }, ['line', 'west']);
    const across: BoundingBox = [179.5, -18, -179.5, 20];
    await assertFound(space, { boxes: splitBbox(across) }, ['beyond', 'east', 'fiji', 'line', 'west']);
    await assertFound(space, { boxes: [[-10, 89, 10, 90]] }, ['pole']);
  },

  'a place finds what meets it, lies in it, contains it, or is near it in metres': async (subject) => {
    const space = await openSpace(subject);
    const area = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 4],
          [0, 0],
        ],
      ],
    } as const;
    await write(space, {
      inside: aPoint(1, 1),
      across: {
        type: 'LineString',
        coordinates: [
          [3, 3],
          [9, 9],
        ],
      },
      around: {
        type: 'Polygon',
        coordinates: [
          [
            [-1, -1],
            [5, -1],
            [5, 5],
            [-1, 5],
            [-1, -1],
          ],
        ],
      },
      near: aPoint(0, 4.009), // 995 m
      nowhere: null,
    });
    const spatial = { geometry: area, radiusInMeters: 0, relation: 'intersects' } as const;
    await assertFound(space, { spatial }, ['across', 'around', 'inside']);
    await assertFound(space, { spatial: { ...spatial, relation: 'within' } }, ['inside']);
    await assertFound(space, { spatial: { ...spatial, relation: 'contains' } }, ['around']);
    const near = { ...spatial, geometry: { type: 'Point', coordinates: [0, 4] } } as const;
    await assertFound(space, { spatial: { ...near, radiusInMeters: 990 } }, ['around']);
    await assertFound(space, { spatial: { ...near, radiusInMeters: 1_000 } }, ['around', 'near']);
    await write(space, { fiji: aPoint(179.999, -17) });
    const suva = { ...spatial, geometry: { type: 'Point', coordinates: [-179.999, -17] } } as const;
    await assertFound(space, { spatial: { ...suva, radiusInMeters: 215 } }, ['fiji']);
    await assertFound(space, { spatial: { ...suva, radiusInMeters: 210 } }, []);
  },

  'a filter compares members of one type with each other': async (subject) => {
    const space = await openSpace(subject);
    const values = {
      one: 1,
      ten: 10,
      text: '10',
      word: 'b',
      Word: 'B',
      yes: true,
      nil: null,
      none: undefined,
      list: [1],
    };
    await writeValues(space, values);
    const found = (operator: Operator, ids: string, ...given: Parameters<typeof compare>[2][]) =>
      assertFound(space, { filter: compare('properties/v', operator, ...given) }, ids.split(' '));
    await found('equals', 'ten', 10);
    await found('equals', 'text', '10');
    await found('equals', 'one yes', true, 1, 2);
    await found('equals', 'nil none', null);
    await found('notEquals', 'Word list one text word yes', 10);
    await found('notEquals', 'list one word yes', 'B', 10, '10');
    await found('notEquals', 'Word list one ten text word yes', null);
    await found('greater', 'ten', 1);
    await found('atLeast', 'one ten', 1);
    await found('less', 'Word text', 'a');
    await found('atMost', 'Word text word', 'b');
    await found('startsWith', 'Word text', '1', 'B');
  },

  'a filter finds elements of arrays and members of objects': async (subject) => {
    const space = await openSpace(subject);
    await writeValues(space, {
      flat: ['a', 1, null],
      deep: [{ k: 'a', n: [1, 2] }, ['a']],
      object: { k: 'a', n: [1, 2, 3] },
      scalar: 'a',
      none: undefined,
    });
    const found = (ids: readonly string[], ...given: Parameters<typeof contain>[1][]) =>
      assertFound(space, { filter: contain('properties/v', ...given) }, ids);
    await found(['flat', 'scalar'], 'a');
    await found(['flat'], 1);
    await found([], '1');
    await found(['deep', 'object'], { k: 'a' });
    await found(['deep', 'object'], { n: [2] });
    await found(['object'], { n: [3, 1] });
    await found(['flat', 'object', 'scalar'], { n: [3] }, 'a');
    await found(['deep', 'flat'], ['a']);
  },

  'filters are joined by and, or and not, and reach what is stored beside the text': async (subject) => {
    const space = await openSpace(subject);
    await space.write([
      writing(
        aFeature('1', { title: 'x', properties: { a: { b: 1 }, [NAMESPACE]: { tags: ['red', 'big'] } } }),
      ),
      writing(aFeature('2', { properties: { a: { b: 2 }, geometry: { type: 'Point' } }, geometry: null })),
    ]);
    await space.write([writing(aFeature('3', { tags: ['red'], properties: { a: 1 } }))], { now: NOW + 1 });
    const [one, two] = [compare('properties/a/b', 'equals', 1), compare('properties/a/b', 'equals', 2)];
    const found = (filter: PropertyFilter, ...ids: string[]) => assertFound(space, { filter }, ids);
    await found({ kind: 'or', filters: [one, two] }, '1', '2');
    await found({ kind: 'and', filters: [one, two] });
    await found({ kind: 'and', filters: [] }, '1', '2', '3');
    await found({ kind: 'or', filters: [] });
    await found(
      { kind: 'not', filter: { kind: 'or', filters: [one, compare('title', 'equals', 'y')] } },
      '2',
      '3',
    );
    await found(compare('title', 'startsWith', 'x'), '1');
    await found(compare('id', 'equals', 3, '1'), '1', '3');
    await found(contain('tags', 'red'), '1');
    await found(contain(`properties/${NAMESPACE}/tags`, 'big', 'small'), '1');
    await found(compare('createdAt', 'greater', NOW), '3');
    await found(compare('version', 'equals', 1), '1', '2');
    await found(compare('geometry/type', 'equals', 'pOINT'), '1', '3');
    await found(compare('properties/geometry/type', 'equals', 'Point'), '2');
    await found(compare('properties/constructor', 'notEquals', 'x'));
  },

  'features come by ascending id in the order of code points, and a limit takes the first': async (
    subject,
  ) => {
    const space = await openSpace(subject);
    const ordered = ['', '10', '9', 'A', 'Z', '_', 'a', 'aa', 'b', 'é', 'ﬁ', '🗺'].slice(1);
    await space.write([...ordered].reverse().map((id) => writing(aFeature(id))));
    assert.deepEqual(await space.ids(), ordered);
    for (const limit of [1, 4, 11, 12]) assert.deepEqual(await space.ids({ limit }), ordered.slice(0, limit));
    assert.deepEqual(await space.ids({ after: 'aaa', limit: 2 }), ['b', 'é']);
    assert.deepEqual(await space.ids({ after: 'é', boxes: [[0, 0, 90, 90]] }), ['ﬁ', '🗺']);
  },

  'a page goes on where the last one ended although others write': async (subject) => {
    const space = await openSpace(subject);
    const names = several(10, (number) => `f${number}`);
    await space.write(names.map((name) => writing(aFeature(name))));
    const seen = [...(await space.ids({ limit: 4 }))];
    await space.write([
      ...['a', 'b', 'f11'].map((name) => writing(aFeature(name))),
      ...['f0', 'f3', 'f5'].map((name) => writing(aFeature(name), DELETE)),
      writing(aFeature('f7', { title: 'changed' })),
    ]);
    for (;;) {
      const page = await space.ids({ limit: 2, after: seen.at(-1) });
      seen.push(...page);
      if (page.length < 2) break;
    }
    assert.deepEqual(
      seen,
      names.filter((name) => name !== 'f5'),
    );
  },

  'a query gives the features of one moment': async (subject) => {
    const { features, id, write } = await openSpace(subject);
    const large = 'x'.repeat(100_000);
    const batch = (round: number) =>
      several(6, (number) => writing(aFeature(`f${number}`, { properties: { round, large } })));
    await write(batch(0));
    const rounds: unknown[] = [];
    for await (const { text } of features.query(id, {})) {
      rounds.push(...[...text.matchAll(/"round":(\d)/g)].map(([, round]) => round));
      await write([...batch(1), writing(aFeature('f9'))]);
    }
    assert.deepEqual(rounds, Array<string>(6).fill('0'));
  },

  'parts have every feature, each once, and are the same every time': async (subject) => {
    const space = await openSpace(subject);
    const names = several(100, (number) => `f${number}`).sort();
    await space.write(names.map((name) => writing(aFeature(name))));
    for (const parts of [1, 2, 7]) {
      const divided = await Promise.all(
        several(parts, (number) => space.ids({ part: { index: number + 1, of: parts } })),
      );
      assert.deepEqual(divided.flat().sort(), names);
      assert.ok(
        divided.every((part) => part.length > 0),
        'a part is empty',
      );
      const [first = []] = divided;
      await space.write([writing(aFeature(first[0] ?? '', { title: `again ${parts}` }))]);
      assert.deepEqual(await space.ids({ part: { index: 1, of: parts } }), first);
    }
  },

  'a query that is cancelled, or left, ends': async (subject) => {
    const { features, id, write } = await openSpace(subject);
    const large = 'x'.repeat(200_000);
    await write(several(5, (number) => writing(aFeature(`f${number}`, { properties: { large } }))));
    const controller = new AbortController();
    const seen: string[] = [];
    for await (const { text } of features.query(id, {}, controller.signal)) {
      seen.push(...idsOf(text));
      controller.abort();
    }
    assert.deepEqual(seen, ['f0']);
    assert.deepEqual(await everyChunk(features.query(id, {}, controller.signal)), []);
    for await (const { last } of features.query(id, {})) if (last === 'f1') break;
    assert.equal((await write([writing(aFeature('f9'))])).version, 2);
  },
} satisfies Contract<FeatureStorePorts>;

async function write(space: OpenedSpace, geometries: Readonly<Record<string, Value>>): Promise<void> {
  await space.write(Object.entries(geometries).map(([id, geometry]) => writing(aFeature(id, { geometry }))));
}

async function writeValues(space: OpenedSpace, values: Readonly<Record<string, Value>>): Promise<void> {
  await space.write(Object.entries(values).map(([id, v]) => writing(aFeature(id, { properties: { v } }))));
}

/** Fails unless the query gives these features, and the count agrees. */
async function assertFound(
  space: OpenedSpace,
  criteria: FeatureCriteria,
  ids: readonly string[],
): Promise<void> {
  assert.deepEqual(await space.ids(criteria), ids, JSON.stringify(criteria));
  assert.equal(
    await space.features.count(space.id, criteria),
    ids.length,
    `counted: ${JSON.stringify(criteria)}`,
  );
}
