import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Options, UsageError } from '../program/options.js';
import { exportFormatOf, fieldsOf } from './export-options.js';
import { dataFileAt, isDataFile, mappingOf, readFormatOf } from './file-options.js';

const options = (values: Readonly<Record<string, string>>): Options =>
  new Options(new Map(Object.entries(values).map(([name, value]) => [name, [value]])));

it('puts options of their own over the JSON of a mapping', async () => {
  const mapping = '{"crs":"EPSG:2154","separator":";","columns":{"a":{"as":"b"}}}';
  expect(await mappingOf(options({ mapping, crs: 'EPSG:2056', id: 'Nr' }))).toEqual({
    crs: 'EPSG:2056',
    separator: ';',
    columns: { a: { as: 'b' } },
    id: 'Nr',
  });
  expect(await mappingOf(options({}))).toEqual({});
});

it('reads a mapping from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-mapping-'));
  try {
    await writeFile(join(folder, 'mapping.json'), '{"id":null}');
    expect(await mappingOf(options({ mapping: `@${join(folder, 'mapping.json')}` }))).toEqual({ id: null });
    await expect(dataFileAt(folder)).rejects.toBeInstanceOf(UsageError);
  } finally {
    await rm(folder, { recursive: true });
  }
});

it.each([
  ['{', /--mapping must be JSON/],
  ['[]', /--mapping cannot be used: \//],
  ['{"crss":"EPSG:2056"}', /crss/],
  ['{"separator":"-"}', /\/separator/],
])('refuses the mapping %s', async (mapping, message) => {
  const refused = mappingOf(options({ mapping }));
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toBeInstanceOf(UsageError);
});

it.each([
  ['trees.csv', true],
  ['Trees.XLSX', true],
  ['track.gpx', true],
  ['photo.jpg', false],
  ['huts.ndjson', false],
  ['csv', false],
])('knows by its name whether %s can only go into a space: %s', (name, expected) => {
  expect(isDataFile(name)).toBe(expected);
});

it('takes the format of an export from the ending of its file', () => {
  expect(exportFormatOf('a/Huts.GPKG', options({}))).toBe('gpkg');
  expect(exportFormatOf('-', options({ format: 'csv' }))).toBe('csv');
  expect(() => exportFormatOf('-', options({}))).toThrow(/name it with --format/);
  expect(() => exportFormatOf('a.shp', options({}))).toThrow(UsageError);
  expect(readFormatOf(options({ format: 'kmz' }))).toBe('kmz');
  expect(fieldsOf(options({ fields: 'a,,b' }))).toEqual(['a', 'b']);
  expect(() => fieldsOf(options({ fields: ',' }))).toThrow(UsageError);
});
