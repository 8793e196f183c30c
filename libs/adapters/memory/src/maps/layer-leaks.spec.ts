import { describe, expect, it } from '@jest/globals';
import { InvalidInput } from '@cairn/kernel';
import type { OpenedLayer } from '@cairn/maps';
import { gathered, open, openMaps, tileText, world } from './maps.spec.kit.js';

const member = (...path: readonly string[]) => ({ path: ['properties', ...path] });
const is = (path: readonly string[], value: string) =>
  ({ kind: 'compare', path, operator: 'equals', values: [value] }) as const;

/** All that a layer gives, by how. */
const ways: Readonly<Record<string, (layer: OpenedLayer) => Promise<string>>> = {
  tile: (layer) => tileText(layer),
  search: async (layer) => await gathered(await layer.search({ limit: 9 })),
  'search by place': async (layer) =>
    await gathered(await layer.search({ limit: 9, boxes: [[-180, -90, 180, 90]] })),
  'sorted search': async (layer) =>
    await gathered(
      await layer.search({ limit: 9, sort: [{ ...member('height'), direction: 'descending' }] }),
    ),
  feature: async (layer) => (await layer.find('oak')) ?? '',
  geojson: async (layer) => await gathered(await layer.export({ format: 'geojson' })),
  'geojson-seq': async (layer) => await gathered(await layer.export({ format: 'geojson-seq' })),
  ndjson: async (layer) => await gathered(await layer.export({ format: 'ndjson' })),
  csv: async (layer) => await gathered(await layer.export({ format: { kind: 'csv' } })),
  'csv with coordinates': async (layer) =>
    await gathered(await layer.export({ format: { kind: 'csv', geometry: 'coordinates' } })),
};

const told = (text: string): string => text.toLowerCase();

describe('what a layer does not show', () => {
  it.each(Object.entries(ways))('is not in its %s', async (_, ask) => {
    const { layer, space } = await openMaps();
    const answer = told(await ask(await layer()));
    expect(answer).toContain('oak');
    for (const hidden of ['hidden', 'outside', 'state', 'nested', 'owner', 'version', 'createdat', space.id])
      expect(answer).not.toContain(told(hidden));
  });

  it('is neither in its counts nor in its description', async () => {
    const { layer } = await openMaps();
    const opened = await layer();
    expect(await opened.count()).toBe(2);
    const analysis = await opened.analyse({
      groupBy: { ...member('name'), top: 9 },
      histogram: { ...member('height'), bins: 2 },
    });
    expect(analysis).toMatchObject({ total: 2, bounds: [8, 47, 8.001, 47.001] });
    expect(analysis.properties.map(({ name }) => name).sort()).toEqual(['height', 'name']);
    const answer = told(JSON.stringify([analysis, await opened.describe()]));
    expect(answer).toContain('cc-by-4.0');
    for (const hidden of ['hidden', 'outside', 'state', 'nested', 'owner', 'bounds":[8,47,9,48'])
      expect(answer).not.toContain(hidden);
    expect((await opened.describe()).bounds).toEqual([8, 47, 8.001, 47.001]);
  });

  it('is found out neither by filters, nor by sorting, nor by counting', async () => {
    const { layer } = await openMaps();
    const opened = await layer();
    const paths = [['properties', 'owner'], ['properties', '@ns:com:here:xyz', 'tags'], ['tags'], ['version'], ['createdAt'], ['title'], ['properties'], ['geometry', 'coordinates'], []]; // prettier-ignore
    for (const path of paths) {
      const filters = [is(path, 'x'), { kind: 'not', filter: is(path, 'x') }, { kind: 'or', filters: [is(['id'], 'oak'), { kind: 'contain', path, values: ['x'] }] }] as const; // prettier-ignore
      const attempts = [
        ...filters.flatMap((filter) => [
          opened.search({ limit: 1, filter }),
          opened.count({ filter }),
          opened.export({ format: 'ndjson', filter }),
          opened.tile({ tile: world, of: 'features', buffer: 0, filter }),
          opened.analyse({ filter }),
        ]),
        opened.search({ limit: 1, sort: [{ path, direction: 'ascending' }] }),
        opened.analyse({ groupBy: { path, top: 1 } }),
        opened.analyse({ histogram: { path, bins: 1 } }),
        opened.analyse({ timeBuckets: { path, interval: 'day' } }),
      ];
      for (const outcome of await Promise.allSettled<unknown>(attempts)) {
        expect(outcome.status).toBe('rejected');
        if (outcome.status === 'rejected') {
          expect(outcome.reason).toBeInstanceOf(InvalidInput);
          expect(outcome.reason).toMatchObject({ listed: [{ code: 'not-shown' }] });
        }
      }
    }
  });

  it('is not given by its id', async () => {
    const { layer } = await openMaps();
    const opened = await layer();
    expect(await opened.find('OUTSIDE')).toBeUndefined();
    expect(await opened.find('absent')).toBeUndefined();
    expect(await opened.find('ash')).toContain('Ash');
  });
});

describe('what a layer shows', () => {
  it('can be searched, within its filter', async () => {
    const { layer } = await openMaps();
    const opened = await layer();
    const found = async (filter: Parameters<OpenedLayer['count']>[0]): Promise<number> =>
      await opened.count(filter);
    expect(await found({ filter: is(['properties', 'name'], 'Ash') })).toBe(1);
    expect(await found({ filter: is(['properties', 'name'], 'OUTSIDE') })).toBe(0);
    expect(await found({ filter: { kind: 'or', filters: [is(['id'], 'OUTSIDE'), is(['id'], 'oak')] } })).toBe(
      1,
    );
    expect(await found({ filter: is(['geometry', 'type'], 'point') })).toBe(2);
  });

  it('are the properties of style, labels, popup and table', async () => {
    const { layer } = await openMaps();
    const color = { by: 'ramp', property: 'height', ramp: 'Viridis', domain: [0, 1] } as const;
    const opened = await layer({
      filter: undefined,
      popup: undefined,
      style: { color, label: { template: '{name}' } },
      table: ['state'],
    });
    expect([...opened.shown].sort()).toEqual(['height', 'name', 'state']);
    expect(await opened.find('OUTSIDE')).toContain('"closed"');
    expect((await opened.describe()).bounds).toEqual([8, 47, 9, 48]);
  });
});

describe('a layer of hexagons', () => {
  const color = { by: 'ramp', property: 'height', ramp: 'Viridis', domain: [0, 1] } as const;

  it('gives cells with averages, and no feature alone', async () => {
    const { layer } = await openMaps();
    const opened = await layer({ style: { color, drawAs: 'hexagons' }, filter: open });
    const cells = told(await tileText(opened, 'cells'));
    expect(cells).toContain('properties.aggregation.height.avg');
    for (const hidden of ['hidden', 'outside', 'oak', 'owner']) expect(cells).not.toContain(hidden);
    expect([...opened.shown]).toEqual(['height']);
    const attempts = [
      opened.search({ limit: 1 }),
      opened.find('oak'),
      opened.export({ format: 'ndjson' }),
      opened.tile({ tile: world, of: 'features', buffer: 0 }),
    ];
    for (const attempt of attempts)
      await expect(attempt).rejects.toMatchObject({ listed: [{ code: 'only-cells' }] });
  });

  it('is asked only by the property that its cells have, and tells of no id and no extent', async () => {
    const { layer } = await openMaps();
    const label = { property: 'name' };
    const style = { color, label, size: { by: 'one', size: 9 }, drawAs: 'hexagons' } as const;
    const opened = await layer({ style, filter: undefined });
    expect([...opened.shown]).toEqual(['height']);
    expect((await opened.describe()).bounds).toBeUndefined();
    expect(await opened.analyse({})).not.toHaveProperty('bounds');
    for (const path of [['properties', 'name'], ['id'], ['geometry', 'type']]) {
      const asked = { tile: world, of: 'cells', buffer: 0, filter: is(path, 'oak') } as const;
      await expect(opened.tile(asked)).rejects.toMatchObject({ listed: [{ code: 'not-shown' }] });
    }
  });

  it('gives its features, too, if it has a table of them', async () => {
    const { layer } = await openMaps();
    const opened = await layer({ style: { color, drawAs: 'hexagons' }, table: ['name'] });
    expect(await opened.find('oak')).toContain('Oak');
  });

  it('is the only one with cells, besides clusters', async () => {
    const { layer } = await openMaps();
    const clusters = await layer({ style: { color, drawAs: 'clusters' } });
    expect(await tileText(clusters, 'cells')).toContain('aggregation.height.avg');
    expect(await tileText(clusters)).toContain('Oak');
    const cells = (await layer()).tile({ tile: world, of: 'cells', buffer: 0 });
    await expect(cells).rejects.toMatchObject({ listed: [{ code: 'no-cells' }] });
  });
});
