import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { collection, faultsOf, idsOf, point, type Hub } from './hub.js';

const countries = [
  point('DEU', 10, 51, { name: 'Germany', capacity: 9, '@ns:com:here:xyz': { tags: ['a', 'big'] } }),
  point('ITA', 12, 42, { name: 'Italy', capacity: 4, '@ns:com:here:xyz': { tags: ['b'] } }),
  point('FRA', 2, 46, { name: 'France', capacity: 5, '@ns:com:here:xyz': { tags: ['a', 'b'] } }),
];

/** Requests as here-cli 1.9.0 and xyz-maps send them; those of here-cli 1.0.1 and xyzspaces are recorded. */
export function declareClients(open: () => Hub): void {
  let shared: string | undefined;
  /** A space that has the countries; tests do not change it. */
  const countrySpace = async (hub: Hub): Promise<string> => (shared ??= await hub.space(...countries));

  describe('here-cli 1.9.0', () => {
    const headers = { 'app-name': 'HereCLI', accept: 'application/json', 'content-type': 'application/json' };
    const geoJson = { ...headers, 'content-type': 'application/geo+json' };

    it('lists, creates and deletes spaces', async () => {
      const hub = open();
      const created = await hub.call('/spaces/?clientId=cli', {
        method: 'POST',
        headers,
        body: { title: 't', description: 'd', enableUUID: false },
      });
      expect([created.status, typeof created.body['id']]).toEqual([200, 'string']);
      const space = `/spaces/${String(created.body['id'])}`;
      const listed = await hub.call('/spaces/?clientId=cli', { headers });
      expect(listed.body).toContainEqual(
        expect.objectContaining({ id: created.body['id'], title: 't', description: 'd' }),
      );
      expect((await hub.call(`${space}?clientId=cli&skipCache=true`, { headers })).status).toBe(200);
      const { status } = await hub.call(`${space}?clientId=cli`, { method: 'DELETE', headers, body: 'null' });
      expect([200, 204]).toContain(status);
    });

    it('uploads compressed features, with the name of the file as a tag', async () => {
      const hub = open();
      const space = await hub.space();
      const upload = await hub.call(`${space}/features?clientId=cli&addTags=tag,x.geojson`, {
        method: 'POST',
        headers: { ...geoJson, 'content-encoding': 'gzip' },
        body: gzipSync(JSON.stringify(collection(...countries))),
      });
      expect([upload.status, upload.body.features.length, upload.body['failed']]).toEqual([
        200,
        3,
        undefined,
      ]);
      expect(await hub.ids(`${space}/search?limit=5&clientId=cli&tags=x.geojson`)).toHaveLength(3);
    });

    it.each([
      ['search?limit=5&clientId=cli', ['DEU', 'FRA', 'ITA']],
      ['search?limit=5000', ['DEU', 'FRA', 'ITA']],
      ['search?limit=5000&clientId=cli&p.name=France', ['FRA']],
      ['search?limit=5000&clientId=cli&tags=a,b', ['DEU', 'FRA', 'ITA']],
      ['iterate?limit=5000&clientId=cli', ['DEU', 'FRA', 'ITA']],
      ['iterate?limit=5000&clientId=cli&handle=0', ['DEU', 'FRA', 'ITA']],
      ['spatial?limit=5000&clientId=cli&lat=51&lon=10&radius=1000', ['DEU']],
      ['spatial?limit=5000&clientId=cli&refSpaceId=SPACE&refFeatureId=ITA&radius=1000', ['ITA']],
    ])('shows %s', async (path, expected) => {
      const hub = open();
      const space = await countrySpace(hub);
      const answer = await hub.call(`${space}/${path.replace('SPACE', space.slice('/spaces/'.length))}`, {
        headers,
      });
      expect(idsOf(answer)).toEqual(expected);
      for (const feature of answer.body.features)
        expect(feature.properties['@ns:com:here:xyz']).toMatchObject({
          createdAt: expect.any(Number),
          updatedAt: expect.any(Number),
        });
    });

    it('shows statistics', async () => {
      const hub = open();
      const space = await hub.space(...countries);
      const { body } = await hub.call(`${space}/statistics?clientId=cli&skipCache=true`, { headers });
      for (const name of ['bbox', 'byteSize', 'count', 'geometryTypes', 'properties', 'tags'])
        expect(body[name]).toMatchObject({ value: expect.anything() });
    });

    it.each([
      ['id=*&clientId=cli', []],
      ['tags=*&&clientId=cli', []],
      ['id=DEU&id=ITA&clientId=cli', ['FRA']],
      ['tags=a&tags=none&&clientId=cli', ['ITA']],
    ])('clears %s, with a body that means nothing', async (query, left) => {
      const hub = open();
      for (const body of ['null', '""']) {
        const space = await hub.space(...countries);
        const { status } = await hub.call(`${space}/features?${query}`, {
          method: 'DELETE',
          headers: geoJson,
          body,
        });
        expect([status >= 200 && status <= 210, await hub.ids(`${space}/search`)]).toEqual([true, left]);
      }
    });
  });

  describe('xyz-maps', () => {
    it('reads tiles with its token in the address, and deletes with a list', async () => {
      const hub = open();
      const space = await hub.space(...countries);
      const tile = `${space}/tile/quadkey/1202?margin=20&clip=false&access_token=&tags=a&p.capacity=gte=5`;
      expect(await hub.ids(tile)).toEqual(['DEU', 'FRA']);
      const accept = { accept: 'application/json' };
      const removed = await hub.call(`${space}/features?id=DEU,ITA,none`, {
        method: 'DELETE',
        headers: accept,
      });
      expect([removed.status, removed.body]).toEqual([
        200,
        { type: 'FeatureCollection', features: [], deleted: ['DEU', 'ITA'] },
      ]);
    });
  });

  describe('deleting', () => {
    it('needs to be told what, and erases all if told so', async () => {
      const hub = open();
      const space = await hub.space(...countries);
      const remove = (query: string) => hub.call(`${space}/features?${query}`, { method: 'DELETE' });
      for (const query of ['', 'id=', 'tags=', 'eraseContent=1', 'id=DEU&tags=a', 'eraseContent=true&tags=a'])
        expect([query, (await remove(query)).status]).toEqual([query, 400]);
      expect((await remove('eraseContent=true')).status).toBe(204);
      expect(await hub.ids(`/${space}//search/`)).toEqual([]);
    });

    it.each([
      ['tags=a&p.capacity%3E5', ['FRA', 'ITA']],
      ['tags=*&p.capacity=gte=5', ['ITA']],
      ['eraseContent=true&p.name=Italy', ['DEU', 'FRA']],
      ['p.name=Italy,France', ['DEU']],
      ['id=*&f.id=DEU', ['FRA', 'ITA']],
      ['tags=a&p.name=nobody', ['DEU', 'FRA', 'ITA']],
    ])('by %s takes what all filters hold for', async (query, left) => {
      const hub = open();
      const space = await hub.space(...countries);
      expect((await hub.call(`${space}/features?${query}`, { method: 'DELETE' })).status).toBe(204);
      expect(await hub.ids(`${space}/search`)).toEqual(left);
    });

    it.each([
      ['tags=a&limit=1', '/limit unknown-parameter'],
      ['eraseContent=true&west=0&south=0&east=1&north=1', '/west unknown-parameter'],
      ['tags=a&lat=1&lon=1&radius=5', '/lat unknown-parameter'],
      ['tags=a&capacity=9', '/capacity unknown-parameter'],
      ['tags=a&p.capacity', '/p.capacity invalid-filter'],
      ['id=DEU&p.capacity=4', '/id ambiguous'],
      ['eraseContent=true&tags=', '/id required'],
      ['eraseContent=true&id=', '/id required'],
      ['eraseContent=true&tags=a', '/id ambiguous'],
      ['tags=b++', '/tags empty-tag'],
      ['tag=a&eraseContent=true', '/tag unknown-parameter'],
    ])('by %s deletes nothing, and says why', async (query, fault) => {
      const hub = open();
      const space = await hub.space(...countries);
      const refused = await hub.call(`${space}/features?${query}`, { method: 'DELETE' });
      expect(faultsOf(refused).slice(0, 2)).toEqual([400, fault]);
      expect(await hub.ids(`${space}/search`)).toEqual(['DEU', 'FRA', 'ITA']);
    });

    it('of a feature or of a space takes no filter', async () => {
      const hub = open();
      const space = await hub.space(...countries);
      for (const path of [`${space}/features/DEU?p.capacity>9`, `${space}?tags=a`, `${space}?id=DEU`])
        expect([path, (await hub.call(path, { method: 'DELETE' })).status]).toEqual([path, 400]);
      expect(await hub.ids(`${space}/search`)).toEqual(['DEU', 'FRA', 'ITA']);
    });
  });
}
