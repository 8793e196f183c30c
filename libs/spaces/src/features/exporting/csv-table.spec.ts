import { expect, it } from '@jest/globals';
import { csvCell, csvText, csvTextCell, csvValue } from './csv-cell.js';
import { CsvTable, type CsvOptions } from './csv-table.js';
import { CsvTableReader } from './csv-table-reader.js';

const bare = (cell: string): string => cell.replace(/^"(.*)"$/s, '$1').replaceAll('""', '"');

it.each(['=1', '+1+a()', '-x', '-1+1|cmd', '@SUM(1)', '\t=1', '\r=1', '+'])(
  'a text that a spreadsheet would run is escaped, or kept where that is asked for: %j',
  (text) => {
    for (const cell of [csvCell, csvTextCell]) {
      expect(bare(cell(text, 'escaped'))).toBe(text === '+' ? '+' : `'${text}`);
      expect(bare(cell(text, 'kept'))).toBe(text);
    }
  },
);

it.each(['a=1', '+41 44 123 45 67', '+41 (0)44/123-45', '-1.5', "'x", '{', "'"])(
  'a text that it would not run is kept: %j',
  (text) => {
    expect(bare(csvCell(text, 'escaped'))).toBe(text);
  },
);

it.each([
  ['1', '"1"'],
  ['-1.50', '"-1.50"'],
  ['true', '"true"'],
  ['FALSE', '"FALSE"'],
  ['', '""'],
  ['[1]', `'[1]`],
  ['{"a":1}', `"'{""a"":1}"`],
  [`'=1`, `''=1`],
  ['null', 'null'],
  ['a', 'a'],
])('the text %j is written as %s, and is one when it is read', (text, cell) => {
  expect(csvCell(text, 'escaped')).toBe(cell);
  const isQuoted = cell.startsWith('"');
  expect(csvValue({ text: isQuoted ? bare(cell) : cell, isQuoted })).toBe(text);
  expect(csvText(bare(cell))).toBe(text);
});

it.each([
  [undefined, ''],
  [true, 'true'],
  [-1.5, '-1.5'],
  [[1], '[1]'],
  [{}, '{}'],
])('the value %j is read from %s', (value, text) => {
  expect(csvCell(value, 'escaped')).toBe(text);
  expect(csvValue({ text, isQuoted: false })).toEqual(value);
});

const options: CsvOptions = { geometry: 'wkt', formulas: 'escaped' };
const headerOf = (names: readonly string[], more: Partial<CsvOptions> = {}): readonly string[] =>
  new CsvTable({ names, mayHaveOthers: true }, { ...options, ...more }).header().trimEnd().split(',');

it.each([
  [['id', 'properties.id', 'tags', 'properties.tags']],
  [['properties.properties.id', 'id', 'properties.id', 'other', 'WKT', 'properties.WKT']],
  [['=a', "'=a", "properties.'=a", 'properties.=a', '+41', '[1]']],
  [['version', 'a', '', 'properties.', 'properties.version', 'longitude', ' x ']],
])('each of the properties %j has a column of its own, by which it is found', (names) => {
  for (const geometry of ['wkt', 'coordinates'] as const) {
    const columns = headerOf(names, { geometry }).map(bare);
    expect(new Set(columns).size).toBe(columns.length);
    const reader = CsvTableReader.of(columns);
    expect(reader?.names).toEqual(names);
    expect(reader?.geometry).toBe(geometry);
  }
});

it('names are as people chose them, if no other column has them', () => {
  expect(headerOf(['name', 'properties.x', 'longitude']).slice(0, 4)).toEqual([
    'id',
    'name',
    'properties.x',
    'longitude',
  ]);
});

it.each([
  'id,name,WKT',
  'name,tags,createdAt,updatedAt,version,WKT',
  'id,tags,createdAt,updatedAt,version',
  'id,a,a,tags,createdAt,updatedAt,version,WKT',
])('%s is the header of another table', (header) => {
  expect(CsvTableReader.of(header.split(','))).toBeUndefined();
});
