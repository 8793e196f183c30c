import type { CairnClient, NewFeature } from '@cairn/client';
import { failureOf, same, type Scenario } from './scenario.js';

const huts = ['h1', 'h2', 'h3', 'h4', 'h5'].map((id, index) => ({
  type: 'Feature' as const,
  id,
  geometry: { type: 'Point' as const, coordinates: [11 + index / 10, 47] as const },
  properties: { name: `Hut, ${index}`, code: String(index), beds: index * 10 },
}));

const ids = ({ features }: { readonly features: readonly { readonly id: string }[] }): string[] =>
  features.map(({ id }) => id);

async function inSpace(client: CairnClient, work: (spaceId: string) => Promise<void>): Promise<void> {
  const { id } = await client.call('POST /hub/spaces', { body: { title: 'Huts' } });
  try {
    await client.features.putMany(id, huts, { addTags: ['hut'] });
    await work(id);
  } finally {
    await client.call('DELETE /hub/spaces/{spaceId}', { params: { spaceId: id } });
  }
}

/** Spaces, features and tiles. */
export const featureScenarios: Readonly<Record<string, Scenario>> = {
  'a space is created, changed, listed and deleted': async ({ client }) => {
    same(
      (await client.call('POST /hub/spaces', { query: { dryRun: true }, body: { title: 'Never' } })).title,
      'Never',
    );
    const { id } = await client.call('POST /hub/spaces', { body: { title: 'Trails', license: 'ODbL-1.0' } });
    const changed = await client.call('PATCH /hub/spaces/{spaceId}', {
      params: { spaceId: id },
      body: { description: 'Marked', license: null },
    });
    same([changed.title, changed.description, changed.license], ['Trails', 'Marked', undefined]);
    same((await client.call('GET /hub/spaces/{spaceId}', { params: { spaceId: id } })).description, 'Marked');
    const listed = await client.list('GET /hub/spaces', { query: { includeRights: true, limit: 1 } }).all();
    same(listed.filter((space) => space.id === id)[0]?.rights?.includes('readFeatures'), true);
    await client.call('DELETE /hub/spaces/{spaceId}', { params: { spaceId: id } });
    const gone = await failureOf(client.call('GET /hub/spaces/{spaceId}', { params: { spaceId: id } }));
    same([gone.kind, gone.status], ['not-found', 404]);
  },
  'a feature is written, changed as it is, and deleted': async ({ client }) =>
    inSpace(client, async (space) => {
      const id = 'a/b ?ü';
      const { feature, etag } = await client.features.put(space, {
        type: 'Feature',
        id,
        geometry: null,
        properties: { a: 1 },
      });
      same(feature.id, id);
      const read = await client.features.get<{ a: number }>(space, id);
      same([read.etag, read.feature.properties.a], [etag, 1]);
      const next = await client.features.patch(space, { id, properties: { a: 2 } }, { ifMatch: etag });
      const late = await failureOf(
        client.features.patch(space, { id, properties: { a: 3 } }, { ifMatch: etag }),
      );
      same([late.kind, late.status], ['conflict', 412]);
      same(
        (
          await failureOf(
            client.call('DELETE /hub/spaces/{spaceId}/features/{featureId}', {
              params: { spaceId: space, featureId: id },
              headers: { 'If-Match': etag },
            }),
          )
        ).kind,
        'conflict',
      );
      await client.call('DELETE /hub/spaces/{spaceId}/features/{featureId}', {
        params: { spaceId: space, featureId: id },
        headers: { 'If-Match': next.etag },
      });
      same((await failureOf(client.features.get(space, id))).kind, 'not-found');
    }),
  'many are written, and those that are wrong are named': async ({ client }) =>
    inSpace(client, async (space) => {
      const wrong: NewFeature = {
        type: 'Feature',
        id: 'w',
        geometry: { type: 'Point', coordinates: [0, 99] },
        properties: {},
      };
      const error = await failureOf(client.features.putMany(space, [huts[0] ?? wrong, wrong]));
      same([error.kind, error.errors[0]?.pointer], ['invalid', '/features/1/geometry/coordinates']);
      const partly = await client.features.putMany(space, [{ ...wrong, id: 'x', geometry: null }, wrong], {
        transactional: false,
      });
      same([partly.inserted, partly.failed?.map(({ id }) => id)], [['x'], ['w']]);
      const exists = await failureOf(client.features.putMany(space, huts, { ifExists: 'error' }));
      same(exists.kind, 'conflict');
    }),
  'features are found by what they are': async ({ client }) =>
    inSpace(client, async (space) => {
      const { features } = client;
      await features.putMany(
        space,
        [{ type: 'Feature', id: 't', geometry: null, properties: { list: ['x'], none: null } }],
        { addTags: ['a', 'b'] },
      );
      same(ids(await features.search(space, { where: { 'p.beds': { gte: 20, lt: 40 } } })), ['h3', 'h4']);
      same(ids(await features.search(space, { where: { 'p.code': ['2', '3'] } })), ['h3', 'h4']);
      same(ids(await features.search(space, { where: { 'p.name': 'Hut, 1' } })), ['h2']);
      same(ids(await features.search(space, { where: { 'p.name': { startsWith: 'Hut, ' } }, limit: 2 })), [
        'h1',
        'h2',
      ]);
      same(ids(await features.search(space, { where: { 'p.list': { contains: 'x' }, 'f.id': 't' } })), ['t']);
      same(ids(await features.search(space, { where: { 'p.beds': null } })), ['t']);
      same(ids(await features.search(space, { where: { 'p.beds': { not: [0, 10, 20, null] } } })), [
        'h4',
        'h5',
      ]);
      same(ids(await features.search(space, { tags: ['a', 'hut'], sort: ['p.beds:desc'], limit: 1 })), [
        'h5',
      ]);
      same(ids(await features.search(space, { tags: ['a', 'b'], tagMatch: 'all' })), ['t']);
      same(
        (
          await client.call('GET /hub/spaces/{spaceId}/count', {
            params: { spaceId: space },
            query: { tags: ['hut'] },
          })
        ).count,
        5,
      );
      const [shown] = (await features.getMany(space, ['h1', 'none'], { selection: ['p.beds'] })).map(
        ({ properties }) => properties['name'] ?? properties['beds'],
      );
      same(shown, 0);
    }),
  'features are found by where they are': async ({ client }) =>
    inSpace(client, async (space) => {
      const params = { spaceId: space };
      const [south, north] = [46, 48];
      const box = { west: 11, south, east: 11.15, north };
      same(ids(await client.call('GET /hub/spaces/{spaceId}/bbox', { params, query: box })), ['h1', 'h2']);
      const clusters = { clustering: 'hexbin', 'clustering.absoluteResolution': 3 } as const;
      const wide = { west: 11, south, east: 12, north, ...clusters };
      const cells = await client.call('GET /hub/spaces/{spaceId}/bbox', { params, query: wide });
      same(cells.features.length > 0 && cells.features.length < 5, true);
      const around = 'GET /hub/spaces/{spaceId}/spatial';
      same(ids(await client.call(around, { params, query: { lon: 11.21, lat: 47, nearest: 2 } })), [
        'h3',
        'h4',
      ]);
      const hut = { refSpaceId: space, refFeatureId: 'h1', radius: 8_000 };
      same(ids(await client.call(around, { params, query: hut })), ['h1', 'h2']);
      const line = {
        type: 'LineString',
        coordinates: [
          [11.2, 46],
          [11.2, 48],
        ],
      } as const;
      same(
        ids(
          await client.call('POST /hub/spaces/{spaceId}/spatial', {
            params,
            body: line,
            query: { radius: 10 },
          }),
        ),
        ['h3'],
      );
    }),
  'all features are iterated, counted and deleted': async ({ client }) =>
    inSpace(client, async (space) => {
      const found: string[] = [];
      for await (const { id } of client.features.iterate(space, { limit: 2 })) found.push(id);
      same(found, ['h1', 'h2', 'h3', 'h4', 'h5']);
      const half = await client.features.iterate(space, { part: [1, 2] }).all();
      same(half.length < 5, true);
      const statistics = await client.call('GET /hub/spaces/{spaceId}/statistics', {
        params: { spaceId: space },
        query: { west: 11, south: 46, east: 11.25, north: 48, histogram: 'p.beds', bins: 2 },
      });
      same([statistics.count.value, statistics.histogram?.value.length], [3, 2]);
      await client.features.deleteMany(space, { ids: [] });
      await client.features.deleteMany(space, { ids: ['h1', 'none'] });
      same((await client.call('GET /hub/spaces/{spaceId}/count', { params: { spaceId: space } })).count, 4);
      await client.features.deleteMany(space, { tags: ['hut'] });
      same((await client.call('GET /hub/spaces/{spaceId}/count', { params: { spaceId: space } })).count, 0);
      await client.features.deleteMany(space, { all: true });
    }),
  'features are imported with progress, and exported': async ({ client }) =>
    inSpace(client, async (space) => {
      const lines = Array.from({ length: 2_500 }, (_, index) => ({
        ...huts[0],
        id: `i${index}`,
        type: 'Feature' as const,
        geometry: null,
        properties: {},
      }));
      const stored: number[] = [];
      const sent: number[] = [];
      const summary = await client.features.import(space, lines, {
        addTags: ['imported'],
        onProgress: ({ inserted }) => stored.push(inserted),
        onSent: ({ sentInBytes }) => sent.push(sentInBytes),
      });
      same([summary.end, summary.inserted, summary.failed], ['complete', 2_500, 0]);
      same([stored.length > 0, (sent.at(-1) ?? 0) > 100_000], [true, true]);
      const text =
        '{"type":"Feature","id":"one","geometry":null,"properties":{}}\n{"type":"Feature","id":"two","geometry":{"type":"Point","coordinates":[0,99]}}\n';
      const partly = await client.features.import(space, text);
      same([partly.inserted, partly.failed, partly.errors[0]?.id], [1, 1, 'two']);
      const broken = await failureOf(
        client.features.import(space, '{"type":"FeatureCollection","features":[{"type"', {
          format: 'geojson',
        }),
      );
      same(broken.kind === 'invalid' || broken.kind === 'unavailable', true);
      const exported = await new Response(
        await client.features.export(space, { format: 'ndjson', tags: ['hut'] }),
      ).text();
      same(exported.trim().split('\n').length, 5);
    }),
  'tiles have addresses, and an archive': async ({ client, key }) =>
    inSpace(client, async (space) => {
      const { tiles } = client;
      const params = { spaceId: space };
      const fetched = (url: string) => fetch(url, { headers: { Authorization: `Bearer ${key}` } });
      const tile = tiles
        .mvt(space, { tags: ['hut'], selection: ['p.beds'] })
        .replace('{z}/{x}/{y}', '6/33/22');
      same([(await fetched(tile)).status, tile.includes('tags=hut')], [200, true]);
      same(
        await (await fetched(tiles.tileJson(space))).json(),
        await client.call('GET /tiles/{spaceId}.json', { params }),
      );
      same(
        await (await fetched(tiles.style(space))).json(),
        await client.call('GET /styles/{spaceId}.json', { params }),
      );
      const archive = await tiles.makeArchive(space, { maxzoom: 3 });
      same([archive.type, archive.maxzoom], ['TileArchive', 3]);
      const [first] = new Uint8Array(await (await fetched(tiles.pmtiles(space))).arrayBuffer());
      same(first, 'P'.charCodeAt(0));
      await client.call('DELETE /tiles/{spaceId}.pmtiles', { params });
      same((await fetched(tiles.pmtiles(space))).status, 404);
    }),
};
