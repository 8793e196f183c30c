import type { FilePreview } from '@cairn/api-schema';
import { expect, it } from '@jest/globals';
import { faultsIn, foundIn, sampleOf, summaryOf } from './file-words.js';

const preview: FilePreview = {
  type: 'FilePreview',
  format: 'csv',
  crs: 'EPSG:2154',
  crsName: 'RGF93 / Lambert-93',
  encoding: 'windows-1252',
  separator: ';',
  decimal: ',',
  header: true,
  columns: [
    { name: 'nom', type: 'text', as: 'name', omit: false },
    { name: 'x', type: 'number', as: 'x', omit: true },
    { name: 'y', type: 'number', as: 'y', omit: true },
  ],
  place: { kind: 'coordinates', x: 'x', y: 'y' },
  count: 1_234,
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [2.35, 48.86] },
      properties: { name: 'A \u001b[31m name that is longer than its column' },
    },
    { type: 'Feature', geometry: null, properties: {} },
  ],
  faults: [],
};

it('says what was found in one line', () => {
  expect(foundIn(preview)).toBe(
    'CSV, windows-1252, semicolons, decimal commas, 1,234 features, ' +
      'coordinates in RGF93 / Lambert-93 (EPSG:2154) from the columns x and y',
  );
});

it.each([
  [{ crs: null, crsName: undefined }, /coordinates in a reference system that has to be named with --crs/],
  [{ crsName: undefined }, /coordinates in EPSG:2154 from/],
  [{ accuracyInMeters: 3 }, /from the columns x and y, exact to 3 m$/],
  [{ place: { kind: 'none' } }, /without columns of place$/],
  [{ place: { kind: 'wkt', column: 'geom' } }, /from the column geom, as WKT$/],
  [{ place: { kind: 'pair', column: 'p', order: 'lon-lat' } }, /from the column p, longitude first$/],
  [{ layer: 'two\n', layers: [{ name: 'one' }, { name: 'two\n' }] }, /the layer two\\u\{a\} of 2/],
  [{ count: 1, decimal: '.' }, /semicolons, 1 feature, coordinates/],
] as const)('says of %j what matters', (more, expected) => {
  expect(foundIn({ ...preview, ...more } as FilePreview)).toMatch(expected); // readonly, and as exact as needed
});

it('shows the first features by the names of their properties, without what moves a terminal', () => {
  expect(sampleOf(preview)).toEqual([
    { place: '2.35 48.86', name: 'A \\u{1b}[31m name that…' },
    { place: null, name: null },
  ]);
});

it('counts lines of texts, rows of sheets and features', () => {
  const faults = [{ line: 7, reason: 'is no\tplace' }];
  expect(faultsIn('csv', faults)).toEqual(['line 7: is no\\u{9}place']);
  expect(faultsIn('xlsx', faults)).toEqual(['row 7: is no\\u{9}place']);
  expect(faultsIn('gpkg', faults)).toEqual(['feature 7: is no\\u{9}place']);
});

it('sums up an import, a trial, and one that ended early', () => {
  const counts = { imported: 1_200, inserted: 1_000, updated: 150, unmodified: 50, failed: 3, version: 2 };
  const { format, crs, columns } = preview;
  const content = { format, crs, columns };
  const report = { type: 'FileImport', format, crs, ...counts, faults: [], content } as const;
  const sum = '1,200 features: 1,000 new, 150 changed, 50 as they were; 3 failed.';
  expect(summaryOf({ ...report, faults: [], end: 'complete' })).toBe(`Imported ${sum}`);
  expect(summaryOf({ ...report, faults: [], end: 'complete', dryRun: true })).toBe(
    `Nothing was stored. Would import ${sum}`,
  );
  const reason = { code: 'unreadable-file', message: 'It is cut short.' };
  expect(summaryOf({ ...report, faults: [], end: 'broken', reason })).toBe(
    `Imported ${sum} The file is broken, and what comes behind is not stored: It is cut short.`,
  );
});
