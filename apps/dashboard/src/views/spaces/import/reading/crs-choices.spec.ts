import { expect, it } from '@jest/globals';
import { crsChoices, crsText, parseCrs } from './crs-choices.ts';

it.each([
  ['2056', 'EPSG:2056'],
  ['epsg 31467', 'EPSG:31467'],
  ['EPSG:102100', 'EPSG:102100'],
  ['lv95', 'EPSG:2056'],
  ['Lambert-93', 'EPSG:2154'],
  ['rd new', 'EPSG:28992'],
  ['Web Mercator', 'EPSG:3857'],
  ['WGS 84', 'EPSG:4326'],
  ['ETRS89 / UTM 32N', 'EPSG:25832'],
  ['Belgian Lambert 2008', 'EPSG:3812'],
])('%j is the system %s', (typed, code) => {
  expect(parseCrs(typed)).toBe(code);
});

it.each(['', 'UTM', 'UTM 32N', 'somewhere', '12'])('%j leaves it open', (typed) => {
  expect(parseCrs(typed)).toBeUndefined();
});

it('what is suggested is understood, and has one code', () => {
  expect(crsChoices.map((choice) => parseCrs(crsText(choice)))).toEqual(crsChoices.map(([code]) => code));
  expect(new Set(crsChoices.map(([code]) => code)).size).toBe(crsChoices.length);
});
