import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FileChoices, FileFormat, FileItem } from '@cairn/spaces';
import { WGS_84 } from '../crs/read-crs.js';
import { headerBytes, MAGIC_BYTES } from '../flatgeobuf/flat-builder.js';
import { openFormat } from '../formats.js';
import { SampleFolder } from '../formats.spec.kit.js';
import { readWkb } from '../geopackage/read-wkb.js';
import { LocalFeatureFiles } from '../process/local-feature-files.js';
import { UNPACKED_SIZE, withEntry } from '../made-files.spec.kit.js';
import { zipOf } from '../shapefile-zip.spec.kit.js';
import { tableItems } from '../tables/table.js';
import { READING_LIMITS } from './reading-limits.js';

const folder = new SampleFolder();
beforeAll(async () => await folder.open());
afterAll(async () => await folder.close());

async function collected(items: AsyncIterable<FileItem>): Promise<readonly FileItem[]> {
  const all: FileItem[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function read(
  name: FileFormat,
  bytes: Uint8Array | string,
  choices: FileChoices = {},
): Promise<readonly FileItem[]> {
  const format = await openFormat(name);
  return await collected(format.read(await folder.stored(`file.${name}`, bytes), choices));
}

const exceeds = (what: string, limit: number): object => ({ code: 'format-limit-exceeded', what, limit });

const nothing = Buffer.alloc(0);
const archiveSaying = (name: string, bytes: number): Buffer =>
  withEntry(
    zipOf([
      ['xl/workbook.xml', nothing],
      [name, nothing],
    ]),
    (entry) => entry.writeUInt32LE(bytes, UNPACKED_SIZE),
  );
const length = (bytes: number): Buffer => {
  const four = Buffer.alloc(4);
  four.writeUInt32LE(bytes);
  return four;
};
const fgb = Buffer.concat([
  MAGIC_BYTES,
  headerBytes({ title: '', type: 'Point', columns: [], count: 1, hasHeights: false }),
]);
const {
  entries,
  unpackedBytes,
  sharedTextBytes,
  columns,
  rowLength,
  headerBytes: headLimit,
} = READING_LIMITS;
const { recordBytes, sharedPositions, depth, textLength } = READING_LIMITS;

type Case = readonly [what: string, limit: number, name: FileFormat, make: () => Uint8Array | string];
const cases: readonly Case[] = [
  [
    'files in the archive',
    entries,
    'kml',
    () => zipOf(Array.from({ length: entries + 1 }, (_, index) => [`${index}.kml`, nothing] as const)),
  ],
  ['bytes in the archive', unpackedBytes, 'xlsx', () => zipSaying([0xfffffffe, 0xfffffffe])],
  [
    'bytes of shared texts',
    sharedTextBytes,
    'xlsx',
    () => archiveSaying('xl/sharedStrings.xml', sharedTextBytes + 1),
  ],
  ['columns', columns, 'csv', () => `${'a,'.repeat(columns)}a\n`],
  ['bytes in one row', rowLength, 'csv', () => `lon,lat\n${'8'.repeat(1.1 * rowLength)}`],
  ['bytes of header', headLimit, 'flatgeobuf', () => Buffer.concat([MAGIC_BYTES, length(headLimit + 1)])],
  ['bytes in one feature', recordBytes, 'flatgeobuf', () => Buffer.concat([fgb, length(recordBytes + 1)])],
  [
    'positions',
    sharedPositions,
    'topojson',
    () =>
      JSON.stringify({
        type: 'Topology',
        arcs: [Array.from({ length: 5_001 }, () => [0, 0])],
        objects: { a: { type: 'MultiLineString', arcs: Array.from({ length: 1_000 }, () => [0]) } },
      }),
  ],
  ['elements in one another', depth, 'kml', () => `<kml>${'<Folder>'.repeat(depth)}`],
  ['characters in one text', textLength, 'kml', () => `<kml><name>${'a'.repeat(textLength + 1)}</name>`],
];

/** An archive whose files say that they have so many bytes. */
function zipSaying(sizes: readonly number[]): Buffer {
  const zip = zipOf(sizes.map((_, index) => [`${index}`, nothing] as const));
  let at = 0;
  for (const size of sizes) {
    at = zip.indexOf('PK\x01\x02', at, 'latin1') + 1;
    zip.writeUInt32LE(size, at - 1 + UNPACKED_SIZE);
  }
  return zip;
}

describe('a file with more than is read of it', () => {
  it.each(cases)('%s', async (what, limit, name, make) => {
    await expect(read(name, make())).rejects.toMatchObject(exceeds(what, limit));
  });

  it('bytes of a TopoJSON, which is read whole', async () => {
    const format = await openFormat('topojson');
    const file = { ...(await folder.stored('small', '{}')), sizeInBytes: READING_LIMITS.wholeBytes + 1 };
    await expect(format.inspect(file, {})).rejects.toMatchObject(exceeds('bytes', READING_LIMITS.wholeBytes));
  });

  it('rows', async () => {
    async function* rows(): AsyncGenerator<{ at: number; cells: readonly number[] }> {
      for (let at = 1; at <= 4; at++) yield { at, cells: [8, 47] };
    }
    const choices: FileChoices = { header: false, crs: WGS_84.code };
    expect(await collected(tableItems({ rows, maxRows: 4 }, choices))).toHaveLength(4);
    await expect(collected(tableItems({ rows, maxRows: 3 }, choices))).rejects.toMatchObject(
      exceeds('rows', 3),
    );
  });

  it('positions of one feature', () => {
    const count = READING_LIMITS.positions + 1;
    const bytes = Buffer.alloc(9 + 16 * count);
    bytes.writeUInt8(1, 0);
    bytes.writeUInt32LE(2, 1);
    bytes.writeUInt32LE(count, 5);
    expect(() => readWkb(bytes)).toThrow('The file has more than 2,000,000 positions in one feature.');
  });

  it('bytes of one feature as GeoJSON, which is a fault beside others', async () => {
    const text = '\u000b'.repeat(READING_LIMITS.featureBytes / 6 + 1); // six characters each in JSON;
    const file = await folder.stored('large.csv', `lon,lat,name\n8,47,a\n8,47,${text}\n8,47,b\n`);
    const places: number[] = [];
    const faults: string[] = [];
    for await (const chunk of new LocalFeatureFiles().read(file, { choices: {} })) {
      places.push(...chunk.places);
      faults.push(...chunk.faults.map(({ at, reason }) => `${at} ${reason}`));
    }
    expect(places).toEqual([2, 4]);
    expect(faults).toEqual(['3 is larger than 33554432 bytes']);
  });

  it('characters of a fault, which names columns and values', async () => {
    const file = await folder.stored('named.csv', `lon(${'x'.repeat(100_000)}),lat,n\na,47,1\n`);
    const files = new LocalFeatureFiles();
    const { sample } = await files.inspect(file, { choices: {} });
    const told: (string | undefined)[] = sample.map((item) => ('reason' in item ? item.reason : undefined));
    for await (const { faults } of files.read(file, { choices: {} }))
      told.push(...faults.map(({ reason }) => reason));
    expect(told.map((reason) => reason?.length)).toEqual([501, 501]);
    const gpx = await folder.stored('long.gpx', `<${'x'.repeat(100_000)}/>`);
    const reason = `The file is no GPX: it begins with <${'x'.repeat(464)}…`;
    await expect(files.inspect(gpx, { choices: { format: 'gpx' } })).rejects.toMatchObject({ reason });
  });
});
