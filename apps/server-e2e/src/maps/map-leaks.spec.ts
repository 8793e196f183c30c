import { operations, type MapPage, type MapRecord, type Operation } from '@cairn/api-schema';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { hut, MapWorld, shownLayer } from './map-world.js';
import { HOSTILE, linkWays, otherReads, toldIn, waysOut, type WayOut } from './ways-out.js';

let world: MapWorld;
/** The query of a link to the map. */
let shared: string;
let secret: string;
/** What is asked of the map. */
let ways: readonly WayOut[];
let hostile: readonly string[];

beforeAll(async () => {
  world = await MapWorld.start();
  secret = await world.linkTo('map', world.map);
  shared = `access_token=${secret}`;
  const asked = { map: world.map, layer: 'huts', space: 'huts', secret };
  ways = waysOut(asked);
  const plain = ways.filter(({ path }) => !path.includes('?') && !/tiles\/[1-9]/.test(path));
  hostile = [
    ...plain.flatMap(({ path }) => HOSTILE.map((query) => `${path}?${query}`)),
    ...linkWays(asked).map(({ path }) => path),
  ];
});
afterAll(() => world.server.dispose());

interface Answer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

async function ask(path: string, by = shared): Promise<Answer> {
  const { status, ...response } = await asked(path, by);
  return { status, headers: JSON.stringify(response.headers), body: response.body };
}

const asked = async (path: string, by = shared) =>
  await world.answerTo(`${path}${path.includes('?') ? '&' : '?'}${by}`);

/** What anybody may ask a public map for. */
const publicReads = new Set<string>(
  operations.filter(({ access }: Operation) => access === 'public').map(({ id }) => id),
);

/** Every way out of the layer `layer` of a map. */
const ofLayer = (map: string, layer: string): readonly string[] =>
  waysOut({ map, layer, space: 'huts', secret })
    .map(({ path }) => path)
    .filter((path) => path.includes('/layers/'));

/** What it tells of what the map does not show. */
const toldBy = (answer: Pick<Answer, 'body' | 'headers'>): readonly string[] =>
  toldIn(answer, [secret, world.map]);

describe('a map that is shared', () => {
  it('gives what its layers show, and nothing else of their spaces, by every way out', async () => {
    for (const { path } of ways) {
      const answer = await ask(path);
      // The link allows no downloads.
      const given = path.includes('/export.zip') ? [403] : [200, 204];
      expect([path, given.includes(answer.status), toldBy(answer)]).toEqual([path, true, []]);
      if (!path.includes('.mvt')) continue;
      const { layers } = new VectorTile(new PbfReader(Buffer.from(answer.body, 'latin1')));
      const { features: layer, ...others } = layers;
      const features = Array.from({ length: layer?.length ?? 0 }, (_, at) => layer?.feature(at).properties);
      const isAsked = ['p.beds>=50', 'p.name^=S'].some((query) => path.endsWith(query));
      expect([path, others, features]).toEqual([
        path,
        {},
        isAsked ? [] : [{ id: 'lower', name: 'Lower hut', beds: 12 }],
      ]);
    }
    const { body } = await ask(`/api/maps/${world.map}/layers/huts/features`);
    expect(JSON.parse(body)).toEqual({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          id: 'lower',
          geometry: { type: 'Point', coordinates: [8.5, 47.25] },
          properties: { name: 'Lower hut', beds: 12 },
        },
      ],
    });
  });

  it('tells no more by what nobody has thought of, nor by the addresses of its link', async () => {
    const asked = Object.keys(HOSTILE).length;
    expect(hostile.length).toBeGreaterThan(asked * 6);
    const answers = await Promise.all(hostile.map(async (path) => ({ path, answer: await ask(path) })));
    const faults = answers.flatMap(({ path, answer }) => {
      // The program of pages, and the name under which they keep the secret.
      const body = answer.body.replaceAll(/<script[^>]*>[^<]*<\/script>|data-secret=/g, '');
      const told = toldBy({ ...answer, body }).filter((one) => !decodeURIComponent(path).includes(one));
      return answer.status >= 500 || told.length > 0 ? [[path, answer.status, told]] : [];
    });
    expect(faults).toEqual([]);
  });

  it('opens nothing else of the service, to the holder of its link and to who edits it', async () => {
    const editor = await world.granted('map', world.map, 'editor');
    const reads = otherReads({ map: world.map, layer: 'huts', space: 'huts', secret });
    expect(reads.length).toBeGreaterThan(60);
    const faults = await Promise.all(
      reads.map(async ({ id, path }) => {
        const { status } = await ask(path);
        const response = await world.server.fetch(path, { key: null, headers: editor, redirect: 'manual' });
        const told = toldBy({ body: await response.text(), headers: '' });
        const isOpen = status < 400 || told.some((one) => one !== 'huts"'); // who edits it knows the space
        return isOpen ? [[id, status, response.status, told]] : [];
      }),
    );
    expect(faults.flat()).toEqual([]);
  });

  it('answers the same to the byte, tags included, whatever happens to what it does not show', async () => {
    const paths = [...ways.map(({ path }) => path), ...hostile];
    const all = async (): Promise<readonly Answer[]> => await Promise.all(paths.map((path) => ask(path)));
    const before = await all();
    await world.put(hut('another-secret', { name: 'Other', staffed: false, beds: 7 }));
    await world.put(hut('lower', { name: 'Lower hut', staffed: true, beds: 12, phone: '+41 3' }));
    await world.send('PATCH', '/hub/spaces/huts', { title: 'All our secret huts', description: 'secret' });
    const same = await all();
    expect(paths.filter((_, index) => !isDeepStrictEqual(same[index], before[index]))).toEqual([]);
    await world.put(hut('lower', { name: 'Lower hut', staffed: true, beds: 13 }));
    const after = await all();
    const changed = paths.filter((_, index) => after[index]?.headers !== before[index]?.headers);
    expect(changed).toContain(`/api/maps/${world.map}/layers/huts/tiles/0/0/0.mvt`);
  });

  it.each([
    ['features?p.phone^=%2B', '/filter'],
    ['features?p.staffed=false', '/filter'],
    ['features?sort=p.phone', '/sort'],
    ['tiles/0/0/0.mvt?p.phone!=.null', '/filter'],
  ])('cannot be asked by what it does not show: %s', async (path, pointer) => {
    const { status, body } = await ask(`/api/maps/${world.map}/layers/huts/${path}`);
    const { errors = [] } = JSON.parse(body) as { errors?: readonly { code: string; pointer: string }[] };
    expect([status, errors.map(({ code, pointer: at }) => [code, at])]).toEqual([
      400,
      [['not-shown', pointer]],
    ]);
  });

  it('does not tell the place of a feature that it does not show, in whatever order', async () => {
    const handleOf = async (limit: number): Promise<string> =>
      (
        await world.send<{ handle: string }>(
          'GET',
          `/hub/spaces/huts/iterate?limit=${limit}&f.id=lower,secret`,
        )
      ).handle;
    const behind = async (handle: string): Promise<Answer> =>
      await ask(`/api/maps/${world.map}/layers/huts/features?sort=p.beds&cursor=${handle}`);
    const [shown, hidden] = [await handleOf(1), await handleOf(2)];
    const there = await behind(hidden);
    expect([(await behind(shown)).status, there.status]).toEqual([200, 400]);
    await world.send('DELETE', '/hub/spaces/huts/features/secret');
    expect(await behind(hidden)).toEqual(there);
  });

  it('is the only one that a link finds', async () => {
    const { maps, nextCursor } = JSON.parse((await ask('/api/maps')).body) as MapPage;
    expect([maps.map(({ id, layerCount }) => [id, layerCount]), nextCursor]).toEqual([
      [[world.map, 1]],
      undefined,
    ]);
  });

  it('is searched for a text in what it shows', async () => {
    const found = async (q: string): Promise<number> => {
      const { body } = await ask(`/api/maps/${world.map}/layers/huts/features?q=${encodeURIComponent(q)}`);
      return (JSON.parse(body) as { features: unknown[] }).features.length;
    };
    expect([await found('WER HU'), await found('+41'), await found('secret'), await found('hut')]).toEqual([
      1, 0, 0, 1,
    ]);
  });

  it('of hexagons gives cells, and no feature alone', async () => {
    const style = { color: { by: 'one', color: '#2a6f97' }, drawAs: 'hexagons' };
    const map = await world.newMap({ style, table: undefined });
    const by = `access_token=${await world.linkTo('map', map)}`;
    const [tile, features, cells] = [
      await ask(`/api/maps/${map}/layers/huts/tiles/5/16/11.mvt?of=features`, by),
      await ask(`/api/maps/${map}/layers/huts/features`, by),
      await ask(`/api/maps/${map}/layers/huts/tiles/5/16/11.mvt`, by),
    ];
    expect([tile.status, features.status, cells.status]).toEqual([400, 400, 200]);
    expect(cells.body).toContain('aggregation.qty');
    expect(cells.body).not.toContain('lower');
    const { sources } = JSON.parse((await ask(`/api/maps/${map}/style.json`, by)).body) as {
      sources: object;
    };
    expect(Object.keys(sources)).toEqual(['ground', 'huts:cells']);
  });

  it('has nothing of a space that is gone, or of another account that shares it no more', async () => {
    await world.send('POST', '/hub/spaces', { id: 'passing', title: 'Passing' });
    const body = { title: 'Two', layers: [shownLayer('huts'), shownLayer('passing', { id: 'passing' })] };
    const { id } = await world.send<MapRecord>('POST', '/api/maps', body);
    const by = `access_token=${await world.linkTo('map', id)}`;
    expect((await ask(`/api/maps/${id}/layers/passing/features`, by)).status).toBe(200);
    await world.send('DELETE', '/hub/spaces/passing');
    for (const path of ofLayer(id, 'passing'))
      expect([path, (await ask(path, by)).status]).toEqual([path, 404]);
    const { layers } = JSON.parse((await ask(`/api/maps/${id}`, by)).body) as MapRecord;
    expect(layers.map(({ isGone }) => isGone)).toEqual([false, true]);
    const { sources } = JSON.parse((await ask(`/api/maps/${id}/style.json`, by)).body) as { sources: object };
    expect(Object.keys(sources)).toEqual(['ground', 'huts:features']);
  });

  it('is read by pages of other origins, each time anew', async () => {
    const { headers } = await asked(`/api/maps/${world.map}/style.json`);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'private, no-cache',
    });
  });

  it('and is public, gives everybody the same, and nothing more, until it is no longer', async () => {
    await world.send('PATCH', `/api/maps/${world.map}`, { public: true });
    const open = ways.filter(({ id }) => publicReads.has(id)).map(({ path }) => path);
    for (const path of open) {
      const [byLink, byAnybody] = [await ask(path), await ask(path, '')];
      expect([path, byAnybody.status, toldBy(byAnybody)]).toEqual([path, byLink.status, []]);
      if (path.includes('.mvt')) expect(byAnybody).toEqual(byLink);
    }
    for (const path of ['/api/maps', `/api/maps/${world.map}`, '/hub/spaces/huts', '/tiles/huts.json'])
      expect([path, (await ask(path, '')).status]).toEqual([path, 401]);
    const { headers } = await asked(`/api/maps/${world.map}/style.json`, '');
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'private, no-cache',
    });
    const page = await world.server.fetch(`/m/${world.map}?table`, { key: null });
    const text = await page.text();
    expect([page.status, toldBy({ body: text, headers: '' })]).toEqual([200, []]);
    expect(text).toMatch(/<th scope="row">lower<\/th><td>13<\/td>/);
    await world.send('PATCH', `/api/maps/${world.map}`, { public: false });
    for (const path of open) expect([path, (await ask(path, '')).status]).toEqual([path, 401]);
    expect((await world.server.fetch(`/m/${world.map}`, { key: null })).status).toBe(404);
  });
});
