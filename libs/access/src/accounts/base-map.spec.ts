import { describe, expect, it } from '@jest/globals';
import { InvalidInput } from '@cairn/kernel';
import { parseBaseMap, type NewBaseMap } from './base-map.js';

const attribution = '[© OpenStreetMap](https://www.openstreetmap.org/copyright)';
const PICTURES = 'https://tiles.example.org/{z}/{x}/{y}.png?key=a';

function faultOf(given: NewBaseMap): string | undefined {
  try {
    parseBaseMap(given);
    return undefined;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.faults.map(({ pointer, code }) => `${pointer} ${code}`).join();
  }
}

describe('the base map of an account', () => {
  it.each([
    [PICTURES, 'raster', ['https://tiles.example.org']],
    ['https://Tiles.example.org:8443/world.pmtiles?v=1', 'pmtiles', ['https://tiles.example.org:8443']],
    ['https://tiles.example.org/styles/streets', 'style', ['https://tiles.example.org']],
    ['/tiles/archives/town.pmtiles', 'pmtiles', []],
    ['http://localhost:8080/{z}/{x}/{y}', 'raster', ['http://localhost:8080']],
  ])('is what its address says, and comes from there: %s', (url, kind, origins) => {
    expect(parseBaseMap({ url, attribution })).toEqual({ kind, url, attribution, maxZoom: 19, origins });
  });

  it('may be a style that says whose it is, and loads from other origins', () => {
    const url = 'https://tiles.example.org/style.json';
    const origins = ['https://fonts.example.org', 'https://tiles.example.org'];
    expect(parseBaseMap({ url, origins, maxZoom: 16 })).toMatchObject({
      attribution: '',
      maxZoom: 16,
      origins: [...origins].reverse(),
    });
  });

  it.each([
    'ftp://example.org/style.json',
    'http://example.org/style.json',
    'https://user:secret@example.org/style.json',
    'https://*.example.org/style.json',
    'https://example.org;x/style.json',
    "https://example.org 'unsafe-inline'/style.json",
    'https://example.org/a b',
    'https:\\\\example.org/style.json',
    'javascript:alert(1)',
    'data:application/json,{}',
    '//example.org/style.json',
    '/\\example.org/style.json',
    'style.json',
    '',
  ])('has no address that is not of https or of the service: %j', (url) => {
    expect(faultOf({ url, attribution })).toBe('/url invalid-url');
  });

  it.each(['https://{s}.example.org/{z}/{x}/{y}.png', 'https://example.org/{z}/{x}.png'])(
    'has no address with other placeholders: %s',
    (url) => {
      expect(faultOf({ url, attribution })).toMatch(/^\/url invalid-(?:url|template)$/);
    },
  );

  it('says whose it is', () => {
    const osm = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';
    for (const [given, fault] of [
      [{ url: PICTURES }, 'attribution-missing'],
      [{ url: '/town.pmtiles', attribution: '  ' }, 'attribution-missing'],
      [{ url: PICTURES, attribution: '<b>x</b>' }, 'invalid-format'],
      [{ url: PICTURES, attribution: '[x](javascript:x)' }, 'invalid-format'],
      [{ url: PICTURES, attribution: 'x'.repeat(501) }, 'invalid-length'],
      [{ url: osm, attribution: 'Example' }, 'attribution-missing'],
    ] as const)
      expect(faultOf(given)).toBe(`/attribution ${fault}`);
    expect(faultOf({ url: osm, attribution })).toBeUndefined();
  });

  it('has zooms and origins that are some, all faults at once', () => {
    for (const origin of [
      'https://a.example/x',
      "https://a.example; script-src 'unsafe-eval'",
      '*',
      'https:',
    ])
      expect(faultOf({ url: PICTURES, attribution, maxZoom: 25, origins: [origin] })).toBe(
        '/maxZoom out-of-range,/origins invalid-origin',
      );
    const origins = Array.from({ length: 9 }, (_, index) => `https://${index}.example`);
    expect(faultOf({ url: PICTURES, attribution, origins })).toBe('/origins too-many');
  });
});
