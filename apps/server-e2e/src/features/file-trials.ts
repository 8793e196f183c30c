import { expect, it } from '@jest/globals';
import { fileSender } from './file-imports.js';
import { faultsOf, point, type Hub, type Json } from './hub.js';

const LINES = 'application/x-ndjson';

/** Tests of what imports of files leave, of dry runs, and of files that were exported. */
export function declareFileTrials(open: () => Hub): void {
  const send = fileSender(open);
  const countIn = async (space: string) => (await open().call(`${space}/count`)).body['count'];

  it('leave nothing of a broken file, or what comes before, as is asked', async () => {
    const space = await open().space();
    const whole = Array.from(
      { length: 1_500 },
      (_, index) => `<wpt lat="47" lon="${index / 100}"><name>w${index}</name></wpt>`,
    );
    const cut = `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${whole.join('\n')}<wpt lat="4`;
    const refused = await send(space, {}, cut);
    expect(faultsOf(refused)).toEqual([400, 'unreadable-file']);
    expect(faultsOf(await send(space, { dryRun: 'true' }, cut))).toEqual([400, 'unreadable-file']);
    expect(await countIn(space)).toBe(0);
    const tried = await send(space, { broken: 'keep', dryRun: 'true' }, cut);
    const kept = await send(space, { broken: 'keep' }, cut);
    for (const { status, body } of [tried, kept])
      expect([status, body]).toMatchObject([
        200,
        { end: 'broken', imported: 1_500, inserted: 1_500, reason: { code: 'unreadable-file' } },
      ]);
    expect(await countIn(space)).toBe(1_500);
  });

  it('tell line by line how far they are', async () => {
    const hub = open();
    const space = await hub.space();
    const rows = Array.from({ length: 1_200 }, (_, index) => `n${index},11,47\n`);
    const { text } = await hub.text(`${space}/import`, {
      method: 'POST',
      body: `id,lon,lat\n${rows.join('')}`,
      headers: { accept: LINES },
    });
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Json);
    expect(lines[0]).toMatchObject({ type: 'ImportProgress', read: 1_000, inserted: 1_000, version: 1 });
    expect(lines.at(-1)).toMatchObject({ type: 'FileImport', imported: 1_200, end: 'complete' });
  });

  it('are tried as they are then carried out, also where ids come again much later', async () => {
    const space = await open().space(
      point('a', 1, 2, { n: 1 }),
      point('same', 11, 47, { n: 7 }),
      point('x0', 1, 2),
    );
    const rows = [
      ...['a,11,47,1', 'same,11,47,7', 'b,11,47,1', 'c,11,47,1'],
      ...Array.from({ length: 2_500 }, (_, index) => `x${index},11,47,${index}`),
      ...['a,11,47,1', 'b,11,47,2', 'c,11,47,1', 'c,11,99,1', 'x3,11,47,3'],
    ];
    const body = `id,lon,lat,n\n${rows.join('\n')}\n`;
    for (const query of [{}, { e: 'error' }, { ne: 'retain' }, { repeatedIds: 'last' }, { e: 'patch' }]) {
      const tried = await send(space, { ...query, dryRun: 'true' }, body);
      const made = await send(space, query, body);
      expect([tried.status, made.status]).toEqual([200, 200]);
      const { dryRun, version: _, ...told } = tried.body;
      const { version: __, ...done } = made.body;
      expect(dryRun).toBe(true);
      expect(told).toEqual(done);
    }
  });

  it('read again what exports have written', async () => {
    const hub = open();
    const space = await hub.space(
      point('a', 11.25, 47.5, { name: 'Zürich', height: 12.5, note: 'x' }),
      point('b', -1, -2, { name: 'ö', height: 3 }),
    );
    const types = {
      gpx: 'application/gpx+xml',
      kml: 'application/vnd.google-earth.kml+xml',
      gpkg: 'application/geopackage+sqlite3',
      fgb: 'application/flatgeobuf',
    };
    for (const [format, type] of Object.entries(types)) {
      const path = `/hub${space}/export?f=${format}&selection=p.name,p.height`;
      const response = await hub.server.fetch(path, { key: null });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      const bytes = new Uint8Array(await response.arrayBuffer());
      const again = await hub.space();
      expect((await send(again, {}, bytes)).body).toMatchObject({ format, imported: 2, failed: 0 });
      const { features } = (await hub.call(`${again}/search`)).body;
      expect(features.map(({ properties: { name, note } }) => [name, note]).toSorted()).toEqual([
        ['Zürich', undefined],
        ['ö', undefined],
      ]);
    }
    const parquet = await hub.text(`${space}/export?f=parquet`);
    expect([parquet.status, parquet.text.slice(0, 4), parquet.text.slice(-4)]).toEqual([200, 'PAR1', 'PAR1']);
  });
}
