import { expect, it } from '@jest/globals';
import { faultsOf, point, type Hub, type HubFeature } from './hub.js';

const RECORD_SEPARATOR = '\x1e';

/** Tests of exports. */
export function declareExports(open: () => Hub): void {
  it('are files of all features, by ascending id', async () => {
    const hub = open();
    const space = await hub.space(point('b', 12, 48, { size: 5 }), point('a', 11, 47, { name: '=1+1' }));
    await hub.call(space, { method: 'PATCH', body: { title: 'Café/Bäume' } });
    const whole = await hub.text(`${space}/export`);
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename="Cafe-Baume.geojson"; filename*=UTF-8''Caf%C3%A9-B%C3%A4ume.geojson`,
    );
    const { features } = JSON.parse(whole.text) as { readonly features: readonly object[] };
    expect(features).toEqual((await hub.call(`${space}/iterate`)).body.features);

    const lines = await hub.text(`${space}/export?f=ndjson`);
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(lines.text.trimEnd().split('\n').map(parsed)).toEqual(features);

    const records = (await hub.text(`${space}/export?f=geojson-seq`)).text.split(RECORD_SEPARATOR);
    expect([records[0], ...records.slice(1).map(parsed)]).toEqual(['', ...features]);

    const [head, first, second, end] = (await hub.text(`${space}/export?f=csv`)).text.split('\r\n');
    expect(head).toMatch(/^id,(?:name,size|size,name),tags,createdAt,updatedAt,version,WKT$/);
    expect(first).toMatch(/^a,.*'=1\+1,.*POINT \(11 47\)$/);
    expect([second?.slice(0, 2), end]).toEqual(['b,', '']);
  });

  it('may be of some features, and go on behind a handle', async () => {
    const hub = open();
    const space = await hub.space(...['a', 'b', 'c'].map((id, size) => point(id, 0, 0, { size })));
    expect(idsIn((await hub.text(`${space}/export?f=ndjson&p.size>=1`)).text)).toEqual(['b', 'c']);
    const { handle } = (await hub.call(`${space}/iterate?limit=1`)).body;
    expect(idsIn((await hub.text(`${space}/export?f=ndjson&handle=${handle}`)).text)).toEqual(['b', 'c']);
    expect((await hub.text(`${await hub.space()}/export?f=ndjson`)).text).toBe('');
  });

  it('are of the properties that are selected', async () => {
    const hub = open();
    const space = await hub.space(point('a', 1, 2, { 'x.y': 1, z: { w: 2 }, other: 3, 'k,l': 4 }));
    const query = 'selection=p.x%2Ey,p.z,p.none&selection=p.k%2Cl';
    const [line = ''] = (await hub.text(`${space}/export?f=ndjson&${query}`)).text.split('\n');
    const { '@ns:com:here:xyz': _, ...properties } = (parsed(line) as HubFeature).properties;
    expect(properties).toEqual({ 'x.y': 1, z: { w: 2 }, 'k,l': 4 });
    const [head = ''] = (await hub.text(`${space}/export?f=csv&selection=p.z%2Cp.none`)).text.split('\r\n');
    expect(head).toBe('id,z,none,tags,createdAt,updatedAt,version,WKT');
    expect(faultsOf(await hub.call(`${space}/export?selection=p.z.w`))).toEqual([
      400,
      '/selection invalid-selection',
    ]);
  });

  it('have the media type and the name of their format, also without a body', async () => {
    const hub = open();
    const space = await hub.space();
    const { status, headers } = await hub.text(`${space}/export?f=gpkg`, { method: 'HEAD' });
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/geopackage+sqlite3',
      expect.stringMatching(/^attachment; filename="?features-\d+\.gpkg"?$/),
    ]);
  });

  it('as CSV have no column twice', async () => {
    const hub = open();
    const space = await hub.space({ id: 'a', properties: { id: 1, 'properties.id': 2, tags: 3 } });
    const [head = ''] = (await hub.text(`${space}/export?f=csv`)).text.split('\r\n');
    const columns = head.split(',');
    expect([columns.length, new Set(columns).size]).toEqual([9, 9]);
  });

  it('tell what is wrong', async () => {
    const hub = open();
    const wrong = await hub.call(`${await hub.space()}/export?f=xml&handle=x`);
    expect(faultsOf(wrong)).toEqual([400, '/f invalid-format', '/handle invalid-handle']);
    expect((await hub.call('/spaces/none/export')).status).toBe(404);
  });
}

const parsed = (text: string): unknown => JSON.parse(text);
const idsIn = (text: string): readonly unknown[] => [...text.matchAll(/"id":"(\w)"/g)].map(([, id]) => id);
