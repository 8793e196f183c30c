import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FileItem, NAMESPACE, type WrittenFormat } from '@cairn/spaces';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { openFormat } from '../formats.js';
import { writeFeatures, writtenPath } from './written.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-written-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

interface Given {
  readonly id: string;
  readonly geometry: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** With what the service adds. */
const stored = ({ id, geometry, properties }: Given, tags?: readonly string[]): string =>
  JSON.stringify({
    type: 'Feature',
    id,
    geometry,
    properties: { ...properties, [NAMESPACE]: { createdAt: 1, updatedAt: 2, version: 3, tags } },
  });

/** The path of a file with these features. */
async function write(format: WrittenFormat, lines: readonly string[]): Promise<string> {
  const own = await mkdtemp(join(folder, 'work-'));
  async function* given(): AsyncGenerator<string> {
    yield* lines;
  }
  await writeFeatures(given(), { format, title: 'Bäume & <x>', folder: own });
  return writtenPath(own);
}

type ReadFormat = 'gpx' | 'kml' | 'geopackage';

async function roundTrip(format: ReadFormat, lines: readonly string[]): Promise<readonly unknown[]> {
  const path = await write(format, lines);
  const file = { path, name: format, sizeInBytes: (await stat(path)).size };
  const items: FileItem[] = [];
  for await (const item of (await openFormat(format)).read(file, {})) items.push(item);
  return items.map((item) => ('feature' in item ? item.feature : item));
}

const place = { type: 'Point', coordinates: [8.54, 47.37] };
const values = {
  name: 'Zürich € <b>&amp;</b> "x"',
  whole: 7,
  large: 1e21,
  fraction: -0.25,
  yes: true,
  no: false,
  zip: '01067',
  'looks like a number': '8001',
  'looks like a boolean': 'true',
  day: '2024-02-29',
  list: [1, 'a', { b: null }],
  members: { a: { b: [] } },
  spaces: '  x ',
  empty: '',
  lines: 'a\nb',
  separators: 'a\u2028b\u2029c',
  returns: 'a\r\nb\tc',
  'name\r\n\tof lines': 1,
  'Größe (m)': 2.5,
  "a'b": 'c',
  fid: 1,
  geom: 'g',
};

/** What a format adds. */
const added: Readonly<Record<ReadFormat, object>> = { gpx: { kind: 'waypoint' }, kml: {}, geopackage: {} };
/** Names that SQLite has for others. */
const named = ({ fid, geom, ...rest }: typeof values, format: ReadFormat): object =>
  format === 'geopackage' ? { ...rest, fid_2: fid, geom_2: geom } : { ...rest, fid, geom };

describe.each<ReadFormat>(['gpx', 'kml'])('%s', (format) => {
  it('has a property that is named like a member of every object', async () => {
    const properties: unknown = JSON.parse('{"__proto__":"x","constructor":1}');
    const line = JSON.stringify({ type: 'Feature', id: 'a', geometry: place, properties });
    const [feature] = await roundTrip(format, [line]);
    expect(JSON.stringify(feature)).toContain('"__proto__":"x","constructor":1');
  });
});

describe.each<ReadFormat>(['gpx', 'kml', 'geopackage'])('%s', (format) => {
  it('has values of every type, ids and tags', async () => {
    const lines = [
      stored({ id: 'a', geometry: place, properties: values }, ['t', 'Ä']),
      stored({ id: 'b', geometry: place, properties: { whole: 8, list: null } }),
    ];
    expect(await roundTrip(format, lines)).toEqual([
      {
        type: 'Feature',
        id: 'a',
        geometry: place,
        properties: { ...added[format], ...named(values, format), [NAMESPACE]: { tags: ['t', 'Ä'] } },
      },
      { type: 'Feature', id: 'b', geometry: place, properties: { ...added[format], whole: 8 } },
    ]);
  });

  it('has no characters that XML does not allow, and what is left of the text', async () => {
    const lines = [
      stored({ id: 'a', geometry: place, properties: { name: 'a\u0001b\ufffe\u{1f3d4}', 'x\u0000y': 'z' } }),
    ];
    const [feature] = await roundTrip(format, lines);
    const xml = { properties: { name: 'ab\u{1f3d4}', xy: 'z' } };
    expect(feature).toMatchObject(
      format === 'geopackage' ? { properties: { name: 'a\u0001b\ufffe\u{1f3d4}', xy: 'z' } } : xml,
    );
  });

  it('does not mistake properties for ids and tags', async () => {
    const properties = { feature_id: 'mine', feature_tags: 'mine' };
    const [feature] = await roundTrip(format, [stored({ id: 'a', geometry: place, properties })]);
    expect(feature).toEqual({
      type: 'Feature',
      id: 'a',
      geometry: place,
      properties: { ...added[format], feature_id_2: 'mine', feature_tags_2: 'mine' },
    });
  });

  it('of nothing is read as nothing', async () => {
    expect(await roundTrip(format, [])).toEqual([]);
  });
});

const ring = [[8, 47], [9, 47], [9, 48], [8, 47]]; // prettier-ignore
const geometries: readonly object[] = [
  { type: 'Point', coordinates: [8, 47, 410.5] },
  { type: 'LineString', coordinates: [[8, 47, 1], [9, 48, 2]] }, // prettier-ignore
  { type: 'Polygon', coordinates: [ring, [[8.5, 47.2], [8.7, 47.2], [8.6, 47.3], [8.5, 47.2]]] }, // prettier-ignore
  { type: 'MultiPoint', coordinates: [[8, 47], [9, 48]] }, // prettier-ignore
  { type: 'MultiLineString', coordinates: [[[8, 47], [9, 48]], [[7, 46], [7.5, 46.5]]] }, // prettier-ignore
  { type: 'MultiPolygon', coordinates: [[ring], [[[-180, 1], [-179, 1], [-180, 2], [-180, 1]]]] }, // prettier-ignore
];
const collection = { type: 'GeometryCollection', geometries: [geometries[0], geometries[2]] };
const all = [...geometries, collection, null].map((geometry, index) => ({ id: `g${index}`, geometry }));

describe('geometries of every type', () => {
  it.each(['kml', 'geopackage'] as const)('are in %s, and so are features without one', async (format) => {
    const read = await roundTrip(
      format,
      all.map((given) => stored(given)),
    );
    expect(read).toEqual(all.map((given) => ({ type: 'Feature', ...given, properties: {} })));
  });

  // A track of GPX whose receiver lost the height.
  it('may have heights in some of their positions: a GeoPackage has 0 in the others', async () => {
    const geometry = { type: 'LineString', coordinates: [[8, 47, 140], [9, 48]] }; // prettier-ignore
    const [feature] = await roundTrip('geopackage', [stored({ id: 'track', geometry })]);
    expect(feature).toMatchObject({ geometry: { coordinates: [[8, 47, 140], [9, 48, 0]] } }); // prettier-ignore
  });

  it('are points and lines in GPX, with times where there are any', async () => {
    const read = await roundTrip(
      'gpx',
      all.map((given) => stored(given)),
    );
    const kinds = read.map((feature) => JSON.stringify(feature).match(/"id":"g\d"|"kind":"\w+"/g));
    expect(kinds.flatMap((each) => each?.toSorted().join())).toEqual([
      ...['"id":"g0","kind":"waypoint"', '"id":"g3","kind":"waypoint"', '"id":"g3","kind":"waypoint"'],
      ...['"id":"g6","kind":"waypoint"', '"id":"g1","kind":"track"', '"id":"g2","kind":"track"'],
      ...['"id":"g4","kind":"track"', '"id":"g5","kind":"track"', '"id":"g6","kind":"track"'],
    ]);
    const times = ['2024-05-01T08:00:00Z', '2024-05-01T08:00:05.5Z'];
    for (const properties of [{ times }, { coordinateProperties: { times } }]) {
      const [path] = [await write('gpx', [stored({ id: 't', geometry: geometries[1], properties })])];
      const text = await readFile(path, 'utf8');
      expect(text.match(/<trkpt.*?<\/trkpt>/g)).toEqual([
        `<trkpt lat="47" lon="8"><ele>1</ele><time>${times[0]}</time></trkpt>`,
        `<trkpt lat="48" lon="9"><ele>2</ele><time>${times[1]}</time></trkpt>`,
      ]);
    }
  });
});

describe('GeoParquet', () => {
  async function read(lines: readonly string[]) {
    const bytes = await readFile(await write('parquet', lines));
    const file = Uint8Array.from(bytes).buffer;
    const { key_value_metadata: known } = parquetMetadata(file);
    const rows: readonly Record<string, unknown>[] = await parquetReadObjects({ file });
    return { rows, geo: JSON.parse(known?.find(({ key }) => key === 'geo')?.value ?? 'null') as unknown };
  }

  it('has columns of their types, and says what its geometries are', async () => {
    const { rows, geo } = await read([
      stored(
        { id: 'a', geometry: place, properties: { n: 1, f: 1.5, t: 'ä', yes: true, list: [1], mixed: 1 } },
        ['t'],
      ),
      stored({ id: 'b', geometry: geometries[1], properties: { n: null, mixed: 'x' } }),
      stored({ id: 'c', geometry: null }),
    ]);
    expect(rows.map((row) => ({ ...row, n: row['n'] && Number(row['n']) }))).toEqual([
      {
        feature_id: 'a',
        n: 1,
        f: 1.5,
        t: 'ä',
        yes: true,
        list: [1],
        mixed: '1',
        feature_tags: 't',
        geometry: place,
      },
      expect.objectContaining({
        feature_id: 'b',
        n: null,
        mixed: 'x',
        feature_tags: null,
        geometry: geometries[1],
      }),
      expect.objectContaining({ feature_id: 'c', geometry: null }),
    ]);
    expect(geo).toMatchObject({
      version: '1.1.0',
      primary_column: 'geometry',
      columns: { geometry: { encoding: 'WKB', bbox: [8, 47, 9, 48] } },
    });
  });

  it('of nothing has no rows', async () => {
    expect((await read([])).rows).toEqual([]);
  });
});
