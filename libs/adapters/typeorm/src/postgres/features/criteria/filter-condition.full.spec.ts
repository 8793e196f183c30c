import { afterAll, describe, expect, it } from '@jest/globals';
import { openTestPostgres } from '@cairn/services';
import type { FilterValue, PropertyFilter, StoredFeature } from '@cairn/spaces';
import { criteriaMatcher, DEFAULT_FEATURE_LIMITS, OPERATORS, parseDraft } from '@cairn/spaces/spi';
import { aSpace } from '@cairn/testkit';
import fc from 'fast-check';
import { TypeOrmSpaceRepository } from '../../../spaces/typeorm-space-repository.js';
import { openPostgres } from '../../open-postgres.js';
import { PostgresFeatureStore } from '../postgres-feature-store.js';
import { filterCondition } from './filter-condition.js';

const server = await openTestPostgres();
afterAll(() => server.close());

/** Of `properties.v`, as JSON. */
const members = [
  '0',
  '-0',
  '1',
  '1.0',
  '1e0',
  '10',
  '9007199254740993',
  '0.1',
  '0.10000000000000000001',
  '1e-400',
  '1e-20000',
  '1.7976931348623157e308',
  '"1"',
  '""',
  '"ä"',
  '"Z"',
  '"🗺"',
  '"ﬁ"',
  '"a\\"b\\\\"',
  '"%_"',
  'true',
  'false',
  'null',
  '[]',
  '[1]',
  '["1",["a"]]',
  '{"1":"a"}',
  '{"__proto__":1}',
  '{"n":{"m":"deep"}}',
];

const values: readonly FilterValue[] = [
  0,
  1,
  10,
  0.1,
  9007199254740992,
  1e308,
  Infinity,
  NaN,
  -1,
  '1',
  '',
  'ä',
  'Z',
  '🗺',
  'ﬁ',
  'a"b\\',
  '%',
  'a\0',
  '\ud83d',
  'deep',
  'f1',
  '7',
  true,
  false,
  null,
];

const paths = [
  ['properties', 'v'],
  ['properties', 'v', '1'],
  ['properties', 'v', '0'],
  ['properties', 'v', 'n', 'm'],
  ['properties', 'v', '__proto__'],
  ['properties', 'absent'],
  ['id'],
  ['version'],
  ['createdAt'],
  ['tags'],
  ['geometry', 'type'],
  ['type'],
];

const leaf: fc.Arbitrary<PropertyFilter> = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    path: fc.constantFrom(...paths),
    operator: fc.constantFrom(...OPERATORS),
    values: fc.array(fc.constantFrom(...values), { maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('contain' as const),
    path: fc.constantFrom(...paths),
    values: fc.array(
      fc.constantFrom<unknown>('a', '1', 1, ['a'], [], { n: { m: 'deep' } }, {}, null, 'red', ['red', 'big']),
      { maxLength: 12 },
    ) as fc.Arbitrary<Extract<PropertyFilter, { kind: 'contain' }>['values']>,
  }),
);

const filters = fc.letrec<{ filter: PropertyFilter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(tie('filter'), { maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), filter: tie('filter') }),
  ),
})).filter;

/** PostgreSQL plans a long statement slowly, and tests each of its conditions on each feature. */
it('a filter for one of many tags is one condition with one value', () => {
  const sizesOf = (count: number): readonly number[] => {
    const bound: unknown[] = [];
    const tags = Array.from({ length: count }, (_, number) => `tag ${number}`);
    const { maybe, surely } = filterCondition({ kind: 'contain', path: ['tags'], values: tags }, (value) => {
      return `$${bound.push(value)}`;
    });
    return [maybe.length, surely.length, bound.length];
  };
  for (const [few, many] of [
    [2, 8],
    [9, 200],
  ] as const)
    expect(sizesOf(many)).toEqual(sizesOf(few));
});

describe(`filters in SQL on ${server.name}`, () => {
  it('accept what the filters of the domain accept, whatever the members', async () => {
    const database = await openPostgres({ url: await server.fresh() });
    const store = new PostgresFeatureStore(database);
    const { id } = aSpace();
    await new TypeOrmSpaceRepository(database).add({ ...aSpace(), id });
    const rule = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' } as const;
    const modifications = [...members, '1'].map((member, index) => {
      const known = index % 3 === 0 ? ',"@ns:com:here:xyz":{"tags":["red","big"]}' : '';
      const text = `{"type":"Feature","id":"f${index}","properties":{"v":${member}${known}}}`;
      const { draft } = parseDraft(text, { limits: DEFAULT_FEATURE_LIMITS, makeId: () => 'made' });
      if (draft === undefined) throw new Error(`invalid: ${text}`);
      return { draft, rule };
    });
    const ids = modifications.map(({ draft }) => draft.id);
    await store.write(id, {
      modifications,
      onFailure: 'rollback',
      returning: 'ids',
      now: 7,
      ...DEFAULT_FEATURE_LIMITS,
    });
    const stored = await store.find(id, ids);
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const accepts = criteriaMatcher({ filter });
        const expected = stored
          .filter((feature: StoredFeature) => accepts({ feature }))
          .map((each) => each.id);
        expect(await store.count(id, { filter })).toBe(expected.length);
        const found: string[] = [];
        for await (const { text } of store.query(id, { filter }))
          found.push(...text.split(',\n').map((feature) => /"id":"(f\d+)"/.exec(feature)?.[1] ?? ''));
        expect(found).toEqual(expected.sort());
      }),
      { numRuns: Number(process.env['FILTER_RUNS'] ?? 60), seed: 3 },
    );
    await database.close();
  });
});
