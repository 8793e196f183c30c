import { describe, expect, it } from '@jest/globals';
import { collection, faultsOf, point, type Hub } from './hub.js';
import { sites } from './sites.js';

/** Tests of what all reads have in common, and of statistics. */
export function declareEveryRead(open: () => Hub): void {
  describe('every read', () => {
    it('has a tag, and 304 for a client that knows it until something changes', async () => {
      const hub = open();
      const space = await hub.space(...sites);
      const paths = [
        'features?id=a',
        'features/a',
        'search?limit=1',
        'iterate',
        'bbox?west=0&south=0&east=20&north=60',
        'tile/quadkey/1',
        'spatial?lat=47&lon=11',
        'spatial?lat=1&lon=1&nearest=1',
        'count',
        'count?tags=x',
        'statistics',
      ].map((path) => `${space}/${path}`);
      const tags = new Map<string, string>();
      for (const path of paths) {
        const answer = await hub.call(path);
        const tag = answer.headers.get('etag') ?? '';
        expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/); // bytes may be compressed
        const strong = tag.slice(2);
        if (answer.body.etag !== undefined) expect(answer.body.etag).toBe(strong);
        for (const known of [tag, strong, strong.slice(1, -1), `"x", ${tag}`, '*'])
          expect([path, (await hub.call(path, { headers: { 'if-none-match': known } })).status]).toEqual([
            path,
            304,
          ]);
        expect((await hub.call(path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
        tags.set(path, tag);
      }
      expect(new Set(tags.values()).size).toBe(paths.length);
      await hub.put(space, point('a', 11, 47, { changed: true }));
      for (const [path, tag] of tags)
        expect([path, (await hub.call(path, { headers: { 'if-none-match': tag } })).status]).toEqual([
          path,
          200,
        ]);
    });

    it('has a weak tag, for its bytes differ by their encoding', async () => {
      const hub = open();
      const space = await hub.space(
        ...Array.from({ length: 60 }, (_, n) => point(`p${n}`, n, 1, { name: `${n}` })),
      );
      const id = space.slice('/spaces/'.length);
      for (const path of [
        `${space}/search`,
        `${space}/statistics`,
        `/tiles/${id}/0/0/0.mvt`,
        `/tiles/${id}.json`,
      ]) {
        const tags = new Set<string | null>();
        for (const encoding of ['identity', 'gzip', 'br'])
          tags.add((await hub.text(path, { headers: { 'accept-encoding': encoding } })).headers.get('etag'));
        expect([path, [...tags]]).toEqual([path, [expect.stringMatching(/^W\/"/)]]);
      }
    });

    it('is of the newest version, and says so where another is asked for', async () => {
      const hub = open();
      const space = await hub.space({ id: 'a' });
      await hub.put(space, { id: 'b' });
      const all = [
        'features?id=a&',
        'features/a?',
        'search?',
        'iterate?',
        'count?',
        'statistics?',
        'export?',
      ];
      for (const path of all) {
        const read = async (version: string) => (await hub.text(`${space}/${path}${version}`)).status;
        expect([
          path,
          await read('version=2'),
          await read('versionRef=main:HEAD'),
          await read('version=1'),
        ]).toEqual([path, 200, 200, 400]);
      }
      const older = await hub.call(`${space}/search?versionRef=1`);
      expect(older.body.errorMessage).toMatch(/not kept/);
    });

    it('of a space that is not there is 404, of someone else’s 403', async () => {
      const hub = open();
      for (const path of [
        'features?id=a',
        'features/a',
        'search',
        'iterate',
        'tile/quadkey/1',
        'spatial?lat=0&lon=0',
        'count',
        'statistics',
      ])
        expect(faultsOf(await hub.call(`/spaces/nowhere/${path}`))).toEqual([404, 'space-not-found']);
      for (const method of ['PUT', 'POST'])
        expect(faultsOf(await hub.call('/spaces/nowhere/features', { method, body: collection() }))).toEqual([
          404,
          'space-not-found',
        ]);
    });

    it('is the same for HEAD, without a body', async () => {
      const hub = open();
      const space = await hub.space({ id: 'a' });
      for (const path of ['features/a', 'search', 'count', 'statistics']) {
        const [head, get] = [
          await hub.call(`${space}/${path}`, { method: 'HEAD' }),
          await hub.call(`${space}/${path}`),
        ];
        expect([head.status, head.body, head.headers.get('etag')]).toEqual([
          200,
          {},
          get.headers.get('etag'),
        ]);
      }
    });
  });

  describe('statistics', () => {
    it('tell what the features are like', async () => {
      const hub = open();
      const space = await hub.space(...sites);
      const { body } = await hub.call(`${space}/statistics`);
      expect(body).toMatchObject({
        type: 'StatisticsResponse',
        count: { value: 4, estimated: false },
        bbox: { value: [-179.9, -17, 12, 48], estimated: false },
        geometryTypes: { value: ['Point'], estimated: false },
        maxVersion: { value: 1, estimated: false },
      });
      expect(body['properties']).toMatchObject({
        value: expect.arrayContaining([{ key: 'size', count: 3, datatype: 'number', searchable: true }]),
      });
      expect(body['tags']).toMatchObject({ value: expect.arrayContaining([{ key: 'y', count: 2 }]) });
      expect((await hub.call(`${space}/statistics?fastMode=true`)).body).not.toHaveProperty('properties');
      expect((await hub.call(`${space}/count?p.size>=5`)).body).toEqual({ type: 'CountResponse', count: 2 });
    });

    it('tell which indexes are ready, and searches find the same before and after', async () => {
      const hub = open();
      const space = await hub.space(...sites);
      const found = async (): Promise<unknown> =>
        (await hub.call(`${space}/search?p.size>=5&selection=p.size`)).body;
      const before = await found();
      const first = await hub.call(`${space}/statistics`);
      expect(first.body).not.toHaveProperty('indexes');
      const searchableProperties = { 'size::number': true, 'f.title': true, other: false };
      await hub.call(space, { method: 'PATCH', body: JSON.stringify({ searchableProperties }) });
      const asked = { key: expect.any(String), state: expect.stringMatching(/^(building|ready)$/) };
      let { body } = await hub.call(`${space}/statistics`);
      expect(body['indexes']).toEqual({ value: [asked, asked], estimated: false });
      while (JSON.stringify(body['indexes']).includes('building'))
        ({ body } = await hub.call(`${space}/statistics`));
      const ready = ['size', 'f.title'].map((key) => ({ key, state: 'ready' }));
      expect(body['indexes']).toEqual({ value: ready, estimated: false });
      expect(body['etag']).not.toBe(first.body['etag']);
      expect(await found()).toMatchObject({ features: (before as { features: unknown }).features });
    });
  });
}
