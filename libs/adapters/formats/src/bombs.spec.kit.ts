import { gzipSync } from 'node:zlib';
import {
  ENDLESS,
  geoPackage,
  NAME,
  OFFSET,
  shapefile,
  UNPACKED_SIZE,
  withEntry,
  workbook,
} from './made-files.spec.kit.js';
import { zipOf } from './shapefile-zip.spec.kit.js';

type Bomb = readonly [what: string, make: () => Promise<Uint8Array | string>, expected: RegExp];

const KML = '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>';
const ENTITIES = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from(
  { length: 20 },
  (_, index) => `<!ENTITY a${index} "${`&a${index === 0 ? '' : index - 1};`.repeat(10)}">`,
).join('')}]>`;
const EXTERNAL = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
const MIB = 1024 ** 2;

const HEAD_ROW =
  '<row r="1"><c r="A1" t="inlineStr"><is><t>lon</t></is></c><c r="B1" t="inlineStr"><is><t>lat</t></is></c></row>';
const ROW = '<row r="2"><c r="A2"><v>8</v></c><c r="B2"><v>47</v></c></row>';

const topology = (arc: readonly unknown[], uses: number): string =>
  JSON.stringify({
    type: 'Topology',
    arcs: [arc],
    objects: {
      a: {
        type: 'GeometryCollection',
        geometries: Array.from({ length: uses }, () => ({ type: 'LineString', arcs: [0] })),
      },
    },
  });

/** Files that crashed some reader, or filled its memory. */
export const bombs: readonly Bomb[] = [
  ['an empty file', async () => '', /The file is empty/],
  ['zero bytes', async () => Buffer.alloc(100_000), /no text/],
  ['a compressed file', async () => gzipSync('lon,lat\n8,47'), /compressed/],
  ['a picture', async () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), /no text/],
  ['a web page', async () => '<!doctype html><html><body>404</body></html>', /HTML/],
  ['XML of something else', async () => '<?xml version="1.0"?><rss/>', /neither GPX nor KML/],
  [
    'entities in entities in GPX',
    async () => `${ENTITIES}<gpx><wpt lat="1" lon="2"><name>&a19;</name></wpt></gpx>`,
    /entities/,
  ],
  [
    'entities in entities in KML',
    async () => `${ENTITIES}${KML}<Placemark><name>&a19;</name></Placemark></Document></kml>`,
    /entities/,
  ],
  [
    'an entity of a file of the server',
    async () => `${EXTERNAL}<gpx><wpt lat="1" lon="2"><name>&a;</name></wpt></gpx>`,
    /entities/,
  ],
  ['elements in 50,000 elements', async () => `${KML}${'<Folder>'.repeat(50_000)}`, /more than 100 elements/],
  [
    'a text of 40 MiB in 40 KiB',
    async () => zipOf([['doc.kml', Buffer.from(`${KML}<name>${' '.repeat(40 * MIB)}</name>`)]]),
    /characters in one text/,
  ],
  [
    'an archive that says 4 GiB',
    async () =>
      withEntry(
        zipOf([
          ['a.kml', Buffer.from(KML)],
          ['b.kml', Buffer.from(KML)],
        ]),
        (entry) => entry.writeUInt32LE(0xfffffffe, UNPACKED_SIZE),
      ),
    /bytes in the archive|broken/,
  ],
  [
    'an archive that says 10 bytes, and has more',
    async () =>
      withEntry(zipOf([['doc.kml', Buffer.from(`${KML}${' '.repeat(MIB)}`)]]), (entry) =>
        entry.writeUInt32LE(10, UNPACKED_SIZE),
      ),
    /broken|cannot be read/,
  ],
  [
    'an archive whose files overlap',
    async () =>
      withEntry(
        zipOf([
          ['a.kml', Buffer.from(KML)],
          ['b.kml', Buffer.from(KML)],
        ]),
        (entry) => entry.writeUInt32LE(0, OFFSET),
      ),
    /overlap/,
  ],
  [
    'an archive that leaves its folder',
    async () => zipOf([['../../doc.kml', Buffer.from(KML)]]),
    /archive is broken/,
  ],
  [
    'an archive with an absolute path',
    async () => zipOf([['/etc/doc.kml', Buffer.from(KML)]]),
    /archive is broken/,
  ],
  [
    'an archive with a NUL in a name',
    async () => withEntry(zipOf([['doc.kml', Buffer.from(KML)]]), (entry) => entry.writeUInt8(0, NAME)),
    /XML|broken|no shapefile/,
  ],
  ['an archive of nothing', async () => zipOf([]), /no shapefile/],
  ['an archive of folders', async () => zipOf([['a.shp/', Buffer.alloc(0)]]), /no shapefile/],
  [
    'an archive of archives',
    async () => zipOf([['a.zip', zipOf([['doc.kml', Buffer.from(KML)]])]]),
    /no shapefile/,
  ],
  [
    'a table that is an endless view',
    async () =>
      await geoPackage(
        `CREATE VIEW endless AS ${ENDLESS} SELECT fid, NULL AS geom FROM n; UPDATE gpkg_contents SET table_name = 'endless'; UPDATE gpkg_geometry_columns SET table_name = 'endless', column_name = 'geom';`,
      ),
    /no table of features/,
  ],
  [
    'a list of tables that is an endless view',
    async () =>
      await geoPackage(
        `ALTER TABLE gpkg_contents RENAME TO c; CREATE VIEW gpkg_contents AS ${ENDLESS} SELECT c.* FROM c, n;`,
      ),
    /no table gpkg_contents/,
  ],
  [
    '10 million positions in 93 kB',
    async () =>
      topology(
        Array.from({ length: 10_000 }, () => [0, 0]),
        1_000,
      ),
    /positions/,
  ],
  ['a line of TopoJSON that is none', async () => topology([[1]], 1), /0 features|no geometry/],
  [
    'a sheet with a cell at its far end',
    async () => workbook(`${HEAD_ROW}${ROW}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`),
    /columns|1 features/,
  ],
  [
    'entities in the strings of a sheet',
    async () => workbook(`${HEAD_ROW}${ROW}`, `${ENTITIES}<sst><si><t>&a19;</t></si></sst>`),
    /1 features|entities/,
  ],
  [
    '200 MiB of strings in a sheet',
    async () => workbook(`${HEAD_ROW}${ROW}`, `<sst><si><t>${'x'.repeat(200 * MIB)}</t></si></sst>`),
    /shared texts/,
  ],
  ['a sheet that is none', async () => workbook('<row r="1"><c r="A1"'), /no XLSX|empty/],
  [
    'a shape of 4 GiB',
    async () => shapefile((shp) => shp.writeInt32BE(0x7fffffff, 104)),
    /more than 2,000,000 positions|cut short/,
  ],
  [
    'a shape of less than nothing',
    async () => shapefile((shp) => shp.writeInt32BE(-1, 104)),
    /shapefile is broken|cut short/,
  ],
  [
    'records of no length',
    async () => shapefile((_, dbf) => dbf.writeUInt16LE(0, 10)),
    /shapefile is broken|cut short/,
  ],
  ['4 billion records', async () => shapefile((_, dbf) => dbf.writeUInt32LE(0xffffffff, 4)), /cut short/],
  [
    'a table whose head has no end',
    async () => shapefile((_, dbf) => dbf.writeUInt16LE(0xffff, 8)),
    /broken|cut short/,
  ],
  ['a line of 40 MiB', async () => `lon,lat\n${'8'.repeat(40 * MIB)},47`, /bytes in one row/],
  ['a quote of 40 MiB', async () => `lon,lat\n"${'8\n'.repeat(20 * MIB)}`, /bytes in one row/],
  ['100,000 columns', async () => `${'a,'.repeat(100_000)}\n1`, /columns/],
  [
    'WKT in 100,000 brackets',
    async () => `id,geom\n1,"POLYGON ${'('.repeat(100_000)}"\n2,"POINT (8 47)"`,
    /1 features/,
  ],
  [
    'WKT in 10,000 collections',
    async () => `id,geom\n1,"${'GEOMETRYCOLLECTION ('.repeat(10_000)}"\n2,"POINT (8 47)"`,
    /1 features/,
  ],
  [
    'GeoJSON in 100,000 brackets',
    async () =>
      `{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    /0 features|cannot be read|deep/,
  ],
  [
    'GeoJSON in 20,000 collections',
    async () =>
      `{"type":"Feature","properties":{},"geometry":${'{"type":"GeometryCollection","geometries":['.repeat(20_000)}${']}'.repeat(20_000)}}`,
    /0 features|cannot be read|deep/,
  ],
  [
    'numbers that are none',
    async () => '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1e999,-1e999]}}',
    /0 features/,
  ],
  ['a longitude of 181 degrees', async () => 'lon,lat\n181,47\n8,47', /1 features/],
  [
    'half a character of UTF-16',
    async () => Buffer.concat([Buffer.of(0xff, 0xfe), Buffer.from('lon,lat\n8,47', 'utf16le'), Buffer.of(0)]),
    /features/,
  ],
];
