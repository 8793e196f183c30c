import { expect, describe, it } from '@jest/globals';
import { PMTiles, type RangeResponse, type Source, tileIdToZxy } from 'pmtiles';
import { faultsOf, point, type Hub } from './hub.js';

/** An archive as the reader of Protomaps gets it from a server: in ranges, with the same tag. */
class Served implements Source {
  constructor(
    private readonly hub: Hub,
    private readonly path: string,
  ) {}

  getKey(): string {
    return this.path;
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const headers = { range: `bytes=${offset}-${offset + length - 1}` };
    const response = await this.hub.server.fetch(this.path, { headers, key: null });
    expect(response.status).toBe(206);
    return { data: await response.arrayBuffer(), etag: response.headers.get('etag') ?? '' };
  }
}

const places = Array.from({ length: 40 }, (_, index) =>
  point(`place-${index}`, -170 + 8.3 * index, -60 + 3.1 * index, { name: `Place ${index}`, index }),
);

/** Tests of archives of tiles. */
export function declareTileArchives(open: () => Hub): void {
  const spaceOf = async (...features: readonly unknown[]): Promise<string> =>
    (await open().space(...features)).slice('/spaces/'.length);
  const make = (id: string, query = '', headers = {}) =>
    open().text(`/tiles/${id}.pmtiles${query}`, { method: 'POST', headers });

  describe('an archive of tiles', () => {
    it('has every tile as it is served, and no other', async () => {
      const hub = open();
      const id = await spaceOf(...places);
      const made = await make(id, '?maxzoom=4');
      const path = `/tiles/${id}.pmtiles`;
      const summary = JSON.parse(made.text) as { readonly tiles: number; readonly sizeInBytes: number };
      expect([made.status, made.headers.get('location')]).toEqual([201, expect.stringMatching(`${path}$`)]);
      expect(summary).toMatchObject({
        type: 'TileArchive',
        minzoom: 0,
        maxzoom: 4,
        version: 1,
        lastVersion: 1,
      });
      const reader = new PMTiles(new Served(hub, path));
      const header = await reader.getHeader();
      expect(header).toMatchObject({ numAddressedTiles: summary.tiles, maxZoom: 4, tileType: 1 });
      expect(await reader.getMetadata()).toMatchObject({
        name: id,
        vector_layers: [{ id, fields: { name: 'String', index: 'Number', id: 'String' } }],
      });
      let tiles = 0;
      for (let number = 0; number < (4 ** 5 - 1) / 3; number += 1) {
        const [z, x, y] = tileIdToZxy(number);
        const tile = await reader.getZxy(z, x, y);
        if (tile === undefined) continue;
        tiles += 1;
        const served = await hub.server.fetch(`/tiles/${id}/${z}/${x}/${y}.mvt`, { key: null });
        expect(Buffer.from(tile.data).equals(Buffer.from(await served.arrayBuffer()))).toBe(true);
      }
      expect(tiles).toBe(summary.tiles);
      expect(tiles).toBeGreaterThan(30);
    });

    it('is told apart by its tag from the one that takes its place', async () => {
      const hub = open();
      const id = await spaceOf(...places.slice(0, 2));
      const path = `/tiles/${id}.pmtiles`;
      await make(id, '?maxzoom=1');
      const get = (headers: Readonly<Record<string, string>>, method = 'GET') =>
        hub.text(path, { headers, method });
      const whole = await get({});
      const etag = whole.headers.get('etag') ?? '';
      expect(whole.text.slice(0, 7)).toBe('PMTiles');
      expect(whole.headers.get('content-type')).toBe('application/vnd.pmtiles');
      expect((await get({}, 'HEAD')).headers.get('content-length')).toBe(whole.headers.get('content-length'));
      expect((await get({ 'if-none-match': etag })).status).toBe(304);
      expect((await get({ range: 'bytes=0-6', 'if-range': etag })).text).toBe('PMTiles');
      expect(faultsOf(await hub.call(path, { headers: { range: 'bytes=9999999-' } }))).toEqual([
        416,
        'range-not-satisfiable',
      ]);
      await make(id, '?maxzoom=2');
      expect((await get({ 'if-none-match': etag })).status).toBe(200);
      expect((await get({ range: 'bytes=0-6', 'if-range': etag })).status).toBe(200);
      expect((await get({ 'if-match': etag })).status).toBe(412);
    });

    it('tells on lines what came of it', async () => {
      const id = await spaceOf(...places.slice(0, 2));
      const { status, text, headers } = await make(id, '?minzoom=2&maxzoom=3', {
        accept: 'application/x-ndjson',
      });
      expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
      expect(JSON.parse(text.trim().split('\n').at(-1) ?? '')).toMatchObject({
        type: 'TileArchive',
        minzoom: 2,
        maxzoom: 3,
      });
    });

    it('goes with its space, and when it is deleted', async () => {
      const hub = open();
      const id = await spaceOf(places[0]);
      const path = `/tiles/${id}.pmtiles`;
      expect(faultsOf(await hub.call(path))).toEqual([404, 'archive-not-found']);
      await make(id, '?maxzoom=0');
      expect((await hub.text(path, { method: 'DELETE' })).status).toBe(204);
      expect(faultsOf(await hub.call(path))).toEqual([404, 'archive-not-found']);
      await make(id, '?maxzoom=0');
      await hub.call(`/spaces/${id}`, { method: 'DELETE' });
      expect(faultsOf(await hub.call(path))).toEqual([404, 'space-not-found']);
      await hub.call('/spaces', { method: 'POST', body: { id, title: id } });
      expect(faultsOf(await hub.call(path))).toEqual([404, 'archive-not-found']);
    });

    it('of a space without features has no tile', async () => {
      const hub = open();
      const id = await spaceOf();
      expect(JSON.parse((await make(id)).text)).toMatchObject({ tiles: 0 });
      const reader = new PMTiles(new Served(hub, `/tiles/${id}.pmtiles`));
      expect(await reader.getZxy(0, 0, 0)).toBeUndefined();
    });

    it.each([
      ['maxzoom=17', '/maxzoom'],
      ['maxzoom=-1', '/maxzoom'],
      ['minzoom=17', '/minzoom'],
      ['minzoom=3&maxzoom=2', '/maxzoom'],
    ])('is refused with %s', async (query, pointer) => {
      const answer = await open().call(`/tiles/${await spaceOf()}.pmtiles?${query}`, { method: 'POST' });
      expect([answer.status, answer.body.errorDetails?.errors?.[0]]).toMatchObject([
        400,
        { code: 'invalid-zoom', pointer },
      ]);
    });
  });
}
