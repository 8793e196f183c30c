import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FileChoices, FileItem } from '@cairn/spaces';
import { CsvFormat } from './csv-format.js';
import { fileIn, itemsOf, type Stored, tableOf, textOf } from './own-csv.spec.kit.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-own-csv-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

const read = async (text: string, choices?: FileChoices): Promise<readonly FileItem[]> =>
  await itemsOf(await fileIn(folder, text), choices);
const inspect = async (text: string, choices: FileChoices = {}) =>
  await new CsvFormat().inspect(await fileIn(folder, text), choices);

/** As JSON, because numbers with many digits are only there. */
const lines = (items: readonly FileItem[]): readonly string[] =>
  items.map((item) => JSON.stringify('feature' in item ? item.feature : item));

describe('an export', () => {
  const trees: readonly Stored[] = [
    {
      id: '007',
      geometry: { type: 'Point', coordinates: [8.12345678901234, 47, 408.5] },
      properties: { phone: '+41 44 123 45 67', postcode: '01067', height: 12.5, old: true, word: 'true' },
      tags: ['oak', 'big'],
    },
    { id: '=1', geometry: null, properties: { phone: '', height: null, list: [1, { a: 'b' }] } },
  ];
  const names = ['phone', 'postcode', 'height', 'old', 'word', 'list'];
  const written = tableOf(trees.map(textOf), { names });

  it('has texts as people wrote them', () => {
    expect(written.split('\r\n').slice(0, 2)).toEqual([
      'id,phone,postcode,height,old,word,list,other,tags,createdAt,updatedAt,version,WKT',
      '007,"+41 44 123 45 67","01067",12.5,true,"true",,,"oak,big",1700000000000,1700000000001,3,POINT Z (8.12345678901234 47 408.5)',
    ]);
  });

  it('keeps every digit of a number', async () => {
    const text = `{"type":"Feature","id":"a","geometry":null,"properties":{"n":12345678901234567890,"in":[1.5,1e400]}}`;
    const [line] = lines(await read(tableOf([text], { names: ['n'] })));
    expect(line).toBe(text);
  });

  it('is described by what it has', async () => {
    const { sample, columns, ...content } = await inspect(written);
    expect(content).toEqual({
      format: 'csv',
      crs: { code: 'EPSG:4326', name: 'WGS 84' },
      encoding: 'utf-8',
      separator: ',',
      decimal: '.',
      header: true,
      place: { kind: 'wkt', column: 'WKT' },
      id: 'id',
      count: 2,
    });
    expect(columns.filter(({ omit }) => !omit).map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'phone: text',
      'postcode: text',
      'height: number',
      'old: boolean',
      'word: text',
      'list: json',
    ]);
    expect(columns.filter(({ omit }) => omit).map(({ name }) => name)).toEqual([
      'id',
      'tags',
      'createdAt',
      'updatedAt',
      'version',
      'WKT',
    ]);
    expect(sample).toEqual(await read(written));
  });

  it('of coordinates is read, too', async () => {
    const [first, second] = await read(tableOf(trees.map(textOf), { names, geometry: 'coordinates' }));
    expect(first).toMatchObject({
      at: 2,
      feature: { geometry: { type: 'Point', coordinates: [8.12345678901234, 47] } },
    });
    expect(second).toMatchObject({ at: 3, feature: { id: '=1', geometry: null } });
  });

  it('is read as chosen', async () => {
    const choices: FileChoices = { id: 'postcode', columns: { phone: { as: 'tel' }, word: { omit: true } } };
    const [first] = await read(written, choices);
    expect(first).toMatchObject({
      feature: { id: '01067', properties: { tel: '+41 44 123 45 67', old: true } },
    });
    expect(JSON.stringify(first)).not.toMatch(/word|phone/);
    expect(await read(written, { id: 'id' })).toEqual(await read(written));
    const [unnamed] = await read(written, { id: null });
    expect(unnamed).not.toHaveProperty('feature.id');
  });

  it('is a table like others where types or places are chosen', async () => {
    const [first] = await read(written, { columns: { height: { type: 'text' } } });
    expect(first).toMatchObject({ feature: { id: '007', properties: { height: '12.5', version: 3 } } });
    const { place } = await inspect(written, { place: { kind: 'none' } });
    expect(place).toEqual({ kind: 'none' });
  });

  it('tells where a geometry cannot be read', async () => {
    const [, broken] = await read(written.replace(/,3,\r\n$/, ',3,POINT (1 2\r\n'));
    expect(broken).toEqual({ at: 3, reason: 'has no geometry that can be read' });
  });

  it('that a spreadsheet saved again is read', async () => {
    const saved =
      'id;height;note;tags;createdAt;updatedAt;version;WKT\r\n1;12,5;a;;1,7E+12;1,7E+12;3;POINT (8.5 47)\r\n';
    expect(await read(saved)).toEqual([
      {
        at: 2,
        feature: {
          type: 'Feature',
          id: '1',
          geometry: { type: 'Point', coordinates: [8.5, 47] },
          properties: { height: 12.5, note: 'a' },
        },
      },
    ]);
  });
});
