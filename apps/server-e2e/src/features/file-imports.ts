import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { faultsOf, point, type Hub, type HubAnswer, type Json } from './hub.js';

/** Of a Swiss office: Windows-1252, semicolons, decimal commas, LV95. */
const trees = (...rows: readonly string[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    Buffer.from(['Nummer;Art;Höhe;Ost;Nord', ...rows].map((row) => `${row}\r\n`).join(''), 'latin1'),
  );
const bern = trees(
  'T1;Eiche;12,5;2600072,37;1200147,07',
  'T2;Lärche;8,25;2600100,5;1200200',
  'T3;Föhre;7;2600300;1200400,25',
);
const LV95 = JSON.stringify({ crs: 'EPSG:2056', id: 'Nummer' });

/** Sends files to the spaces of a server. */
export const fileSender =
  (open: () => Hub) =>
  (space: string, query: Readonly<Record<string, string>>, body: unknown): Promise<HubAnswer> =>
    open().call(`${space}/import?${new URLSearchParams(query).toString()}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/octet-stream' },
    });

/** Tests of imports of files. */
export function declareFileImports(open: () => Hub): void {
  const send = fileSender(open);
  const countIn = async (space: string) => (await open().call(`${space}/count`)).body['count'];

  it('tell what a file has, and store nothing of it', async () => {
    const space = await open().space();
    const query = { name: 'bäume.csv', preview: 'true', mapping: LV95 };
    const { status, body } = await send(space, query, bern);
    expect([status, body]).toMatchObject([
      200,
      {
        type: 'FilePreview',
        format: 'csv',
        crs: 'EPSG:2056',
        encoding: 'windows-1252',
        separator: ';',
        decimal: ',',
        header: true,
        place: { kind: 'coordinates', x: 'Ost', y: 'Nord' },
        id: 'Nummer',
        faults: [],
      },
    ]);
    const columns = body['columns'] as readonly Json[];
    expect(columns.map(({ name, type }) => `${String(name)} ${String(type)}`)).toEqual([
      'Nummer text',
      'Art text',
      'Höhe number',
      'Ost number',
      'Nord number',
    ]);
    expect(body.features).toHaveLength(3);
    expect(body.features[0]).toMatchObject({ id: 'T1', properties: { Art: 'Eiche', Höhe: 12.5 } });
    const [longitude = 0, latitude = 0] = body.features[0]?.geometry?.['coordinates'] as number[];
    expect([longitude.toFixed(4), latitude.toFixed(4)]).toEqual(['7.4396', '46.9524']);
    expect(await countIn(space)).toBe(0);
  });

  it('store the features, and find them again by their ids', async () => {
    const space = await open().space();
    const first = await send(space, { name: 'trees.csv', mapping: LV95 }, bern);
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        type: 'FileImport',
        format: 'csv',
        crs: 'EPSG:2056',
        imported: 3,
        inserted: 3,
        updated: 0,
        unmodified: 0,
        failed: 0,
        version: 1,
        faults: [],
        end: 'complete',
        content: { separator: ';', id: 'Nummer' },
      },
    ]);
    expect(await open().ids(`${space}/search`)).toEqual(['T1', 'T2', 'T3']);
    const later = trees(
      'T2;Lärche;8,25;2600100,5;1200200',
      'T3;Föhre;9;2600300;1200400,25',
      'T4;;;2600000;1200000',
    );
    const tried = await send(space, { mapping: LV95, dryRun: 'true' }, later);
    const counts = { imported: 3, inserted: 1, updated: 1, unmodified: 1, failed: 0 };
    expect(tried.body).toMatchObject({ ...counts, dryRun: true, version: 1 });
    expect(await countIn(space)).toBe(3);
    const second = await send(space, { mapping: LV95 }, later);
    expect(second.body).toMatchObject({ ...counts, version: 2 });
    expect(second.body).not.toHaveProperty('dryRun');
    const [third] = (await open().call(`${space}/features?id=T3`)).body.features;
    expect(third?.properties).toMatchObject({ Höhe: 9 });
  });

  it('take other words for what they found', async () => {
    const space = await open().space();
    const mapping = {
      separator: '|',
      header: true,
      id: null,
      place: { kind: 'pair', column: 'where', order: 'lat-lon' },
      columns: { a: { as: 'name', type: 'text' }, b: { omit: true } },
    };
    const table = 'a|b|where\n007|x|47.5, 11.25\n';
    const { body } = await send(space, { f: 'CSV', mapping: JSON.stringify(mapping) }, table);
    expect(body).toMatchObject({ imported: 1, failed: 0 });
    const { features } = (await open().call(`${space}/search`)).body;
    expect(features[0]?.geometry).toEqual({ type: 'Point', coordinates: [11.25, 47.5] });
    expect(features[0]?.properties).toMatchObject({ name: '007' });
    expect(features[0]?.properties).not.toHaveProperty('b');
    const tabs = await send(space, { f: 'tsv', preview: 'true' }, 'lon\tlat,x\n1\t2\n');
    expect(tabs.body).toMatchObject({ format: 'csv', separator: '\t' });
  });

  it('tell of each fault of a mapping where it is', async () => {
    const space = await open().space();
    const faultsFor = async (mapping: unknown) => {
      const text = typeof mapping === 'string' ? mapping : JSON.stringify(mapping);
      return faultsOf(await send(space, { mapping: text, preview: 'true' }, 'lon,lat\n1,2\n'));
    };
    expect(await faultsFor('{')).toEqual([400, '/mapping invalid-json']);
    expect(
      await faultsFor({
        header: 1,
        place: { kind: 'wkt' },
        format: 'csv',
        columns: { 'a/b': { type: 'x' } },
      }),
    ).toEqual([
      400,
      '/mapping/header invalid-type',
      '/mapping/place/column invalid-type',
      '/mapping/columns/a~1b/type invalid-value',
      '/mapping/format unknown-field',
    ]);
    expect(await faultsFor({ id: 'none' })).toEqual([400, '/mapping/id unknown-column']);
    const words = { f: 'docx', e: 'delete', ne: 'x', broken: 'x', repeatedIds: 'x', preview: '1' };
    expect(
      faultsOf(await send(space, words, 'x'))
        .slice(1)
        .toSorted(),
    ).toEqual([
      '/broken unknown-word',
      '/e unknown-word',
      '/f invalid-format',
      '/ne unknown-word',
      '/preview invalid-type',
      '/repeatedIds unknown-word',
    ]);
  });

  it('say what is wrong by its line, and store the others', async () => {
    const space = await open().space();
    const rows = ['id,lon,lat,n', 'a,11,47,1', 'b,11,x,2', 'c,200,95,3', 'd,12,48,4', 'e,,,5'];
    const { status, body } = await send(space, { name: 'a.csv' }, rows.join('\n'));
    expect([status, body]).toMatchObject([200, { end: 'complete', failed: 2 }]);
    const faults = body['faults'] as readonly Json[];
    expect(faults.map(({ line }) => line)).toEqual([3, 4]);
    for (const { reason } of faults) expect(reason).toMatch(/\w/);
    expect(await open().ids(`${space}/search`)).toEqual(['a', 'd', 'e']);
  });

  it('find the format by the content, whatever a file is called', async () => {
    const space = await open().space();
    const gpx =
      '<?xml version="1.0"?><gpx version="1.1" creator="t" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="47" lon="11"><name>Hut</name></wpt></gpx>';
    const kml =
      '<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>Hut</name><Point><coordinates>11,47</coordinates></Point></Placemark></kml>';
    const texts = { gpx, kml, geojson: JSON.stringify(point('g', 1, 2)) };
    for (const [format, text] of Object.entries(texts)) {
      const { body } = await send(space, { name: 'a.csv' }, text);
      expect(body).toMatchObject({ format, crs: 'EPSG:4326', imported: 1, failed: 0 });
    }
    const packed = await open().call(`${space}/import`, {
      method: 'POST',
      body: gzipSync(kml),
      headers: { 'content-encoding': 'gzip', 'content-type': 'text/csv' },
    });
    expect(packed.body).toMatchObject({ format: 'kml', imported: 1 });
  });

  it('ask for a reference system that is not known', async () => {
    const space = await open().space();
    expect(faultsOf(await send(space, { mapping: '{"crs":"EPSG:99999"}' }, bern))).toEqual([
      400,
      'unknown-crs',
    ]);
    const zone32 = 'x,y\n500000,5600000\n'; // or another zone
    const unsaid = await send(space, {}, zone32);
    expect([...faultsOf(unsaid), unsaid.body.errorMessage]).toEqual([
      400,
      'unknown-crs',
      expect.stringContaining('such as EPSG:'),
    ]);
    expect((await send(space, { preview: 'true' }, zone32)).body).toMatchObject({ crs: null });
    const csv = { method: 'POST', body: zone32, headers: { 'content-type': 'text/plain' } };
    expect(faultsOf(await open().call(`${space}/import`, csv))).toEqual([415, 'unsupported-media-type']);
    expect(await countIn(space)).toBe(0);
  });

  it('refuse a form around a file, and an unknown space', async () => {
    const hub = open();
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    const path = `${await hub.space()}/import`;
    const refused = await hub.call(path, { method: 'POST', body: '--x--', headers: form });
    expect(faultsOf(refused)).toEqual([415, 'unsupported-media-type']);
    expect((await hub.call('/spaces/none/import', { method: 'POST', body: 'lon,lat\n1,2' })).status).toBe(
      404,
    );
  });
}
