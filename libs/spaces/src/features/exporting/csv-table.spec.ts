import { expect, it } from '@jest/globals';
import { csvCell, CsvTable } from './csv-table.js';

it.each(['=1', '+1', '-1', '@SUM(1)', '\t=1', '\r=1'])(
  'a text that a spreadsheet would run is escaped, or kept where that is asked for: %j',
  (text) => {
    const bare = (cell: string): string => cell.replace(/^"(.*)"$/s, '$1');
    expect(bare(csvCell(text, 'escaped'))).toBe(`'${text}`);
    expect(bare(csvCell(text, 'kept'))).toBe(text);
  },
);

it('a text that only holds such characters is kept', () => {
  expect(csvCell('a=1', 'escaped')).toBe('a=1');
});

it.each([
  [['id', 'properties.id', 'tags', 'properties.tags']],
  [['properties.properties.id', 'id', 'properties.id', 'other', 'WKT', 'properties.WKT']],
  [['=a', "'=a", "properties.'=a", 'properties.=a']],
  [['version', 'a', '', 'properties.', 'properties.version']],
])('each of the properties %j has a column of its own name', (names) => {
  const options = { geometry: 'wkt', formulas: 'escaped' } as const;
  const columns = new CsvTable({ names, mayHaveOthers: true }, options).header().trimEnd().split(',');
  expect(columns.length).toBe(names.length + 7);
  expect(new Set(columns).size).toBe(columns.length);
  const free = names.filter((name) => /^(?:properties\.)+\w|^a$/.test(name));
  expect(columns).toEqual(expect.arrayContaining(free));
});
