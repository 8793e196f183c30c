import { afterAll, expect, it } from '@jest/globals';
import type { PropertyFilter } from '@cairn/spaces';
import { openTestPostgres } from '@cairn/services';
import { aBatch, aFeature, aSpace, several, writing } from '@cairn/testkit';
import { TypeOrmSpaceRepository } from '../../../spaces/typeorm-space-repository.js';
import { openPostgres } from '../../open-postgres.js';
import { PostgresFeatureStore } from '../postgres-feature-store.js';

const server = await openTestPostgres();
afterAll(() => server.close());

const SIZE = 3_000;

/** SQL alone cannot decide which features match. */
const filter: PropertyFilter = { kind: 'contain', path: ['properties', 'list'], values: [1] };
const listed = (id: string, list: readonly number[]) =>
  writing(aFeature(id, { properties: { list, pad: 'x'.repeat(1_000) } }));

it('an erasure looks for its features before it keeps writes waiting, and again at those that changed', async () => {
  const database = await openPostgres({ url: await server.fresh() });
  try {
    const features = new PostgresFeatureStore(database);
    const space = aSpace();
    await new TypeOrmSpaceRepository(database).add(space);
    const write = (...all: readonly ReturnType<typeof listed>[]) => features.write(space.id, aBatch(all));
    await write(...several(SIZE, (number) => listed(`f${number}`, [number % 2])), listed('late', [0]));
    const erasing = features.erase(space.id, { filter, now: 1 });
    const first = await Promise.race([
      erasing.then(() => 'the erasure'),
      write(listed('f1', [0]), listed('f3', [1, 2]), listed('late', [1])).then(() => 'the write'),
    ]);
    expect(first).toBe('the write');
    expect(await erasing).toBe(SIZE / 2);
    expect(await features.count(space.id, { filter })).toBe(0);
    const kept = await features.find(space.id, ['f0', 'f1', 'f3', 'late']);
    expect(kept.map(({ id }) => id)).toEqual(['f0', 'f1']);
  } finally {
    await database.close();
  }
});
