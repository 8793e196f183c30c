import { expect, it } from '@jest/globals';
import { de } from '../../../../i18n/de/texts.ts';
import { en } from '../../../../i18n/en/texts.ts';
import { fileSentence } from './file-sentence.ts';

type Found = Parameters<typeof fileSentence>[0];

const table: Found = {
  format: 'csv',
  encoding: 'windows-1252',
  separator: ';',
  decimal: ',',
  crs: 'EPSG:2154',
  crsName: 'RGF93 / Lambert-93',
  place: { kind: 'coordinates', x: 'x', y: 'y' },
  id: 'nr',
  count: 1204,
};

const sentences: readonly (readonly [Found, string, string])[] = [
  [
    table,
    'CSV, Windows-1252, semicolons, decimal commas, coordinates in RGF93 / Lambert-93 (EPSG:2154) from “x” and “y”, ids from “nr”, 1,204 features.',
    'CSV, Windows-1252, Semikolons, Dezimalkommas, Koordinaten in RGF93 / Lambert-93 (EPSG:2154) aus „x“ und „y“, Ids aus „nr“, 1.204 Features.',
  ],
  [{ format: 'gpx', crs: 'EPSG:4326', count: 1 }, 'GPX, 1 feature.', 'GPX, 1 Feature.'],
  [
    { format: 'shapefile', crs: 'EPSG:4314', accuracyInMeters: 3 },
    'Shapefile, coordinates in EPSG:4314 (accurate to about 3 m).',
    'Shapefile, Koordinaten in EPSG:4314 (auf etwa 3 m genau).',
  ],
  [
    { format: 'csv', separator: ',', crs: null, place: { kind: 'wkt', column: 'g' } },
    'CSV, commas, coordinates in an unknown system.',
    'CSV, Kommas, Koordinaten in einem unbekannten System.',
  ],
  [
    {
      format: 'xlsx',
      crs: 'EPSG:4326',
      place: { kind: 'none' },
      layers: [{ name: 'A' }, { name: 'B' }],
      layer: 'B',
    },
    'Excel workbook, sheet “B”, no places.',
    'Excel-Mappe, Blatt „B“, keine Orte.',
  ],
];

it.each(sentences)('says what was found: %j', (found, english, german) => {
  expect(fileSentence(found, en, (value) => value.toLocaleString('en'))).toBe(english);
  expect(fileSentence(found, de, (value) => value.toLocaleString('de'))).toBe(german);
});
