import { describe, expect, it } from '@jest/globals';
import { crsFault } from './crs.js';
import { validateFeature, validateGeometry } from './validate-feature.js';

const named = (name: unknown) => ({ type: 'name', properties: { name } });

describe('a crs', () => {
  it.each([
    ...[undefined, null, 'EPSG:4326', { type: 'EPSG', properties: { code: 4326 } }],
    ...['urn:ogc:def:crs:OGC:1.3:CRS84', 'urn:ogc:def:crs:OGC::CRS84', 'urn:ogc:def:crs:OGC::CRS84h'].map(
      named,
    ),
    ...['urn:ogc:def:crs:EPSG::4326', 'urn:ogc:def:crs:EPSG:6.9:4326', 'EPSG:4326', 'epsg:4979'].map(named),
    ...['OGC:CRS84', 'urn:x-ogc:def:crs:EPSG:4326', 'WGS84', 'WGS 84', 'CRS84'].map(named),
    ...['http://www.opengis.net/def/crs/OGC/1.3/CRS84', 'http://www.opengis.net/def/crs/EPSG/0/4326'].map(
      named,
    ),
    { type: 'link', properties: { href: 'http://spatialreference.org/ref/epsg/4326/proj4/' } },
  ])('that is WGS 84 is taken: %j', (crs) => {
    expect(crsFault(crs)).toBeUndefined();
  });

  it.each<unknown>([
    ...[
      'urn:ogc:def:crs:EPSG::3857',
      'EPSG:25832',
      'EPSG:43260',
      'EPSG:4258',
      'EPSG:27572',
      'EPSG:14326',
    ].map(named),
    ...[
      'urn:ogc:def:crs:OGC:1.3:CRS83',
      'OGC:CRS27',
      'WGS 84 / UTM zone 32N',
      'urn:ogc:def:crs:EPSG::4326x',
    ].map(named),
    ...[
      'EPSG:3857',
      4326,
      [],
      {},
      true,
      named(4326),
      named(undefined),
      { type: 'EPSG', properties: { code: 3857 } },
    ],
    { type: 'link', properties: { href: 'http://spatialreference.org/ref/epsg/3857/' } },
  ])('that is not is refused: %j', (crs) => {
    expect(crsFault(crs)).toMatch(/WGS 84/);
  });

  it('is told by its name, wherever it is', () => {
    const crs = named('EPSG:3857');
    const point = { type: 'Point', coordinates: [1, 2] };
    const faults = [
      validateFeature({ type: 'Feature', geometry: point, crs }),
      validateFeature({ type: 'Feature', geometry: { ...point, crs } }),
      validateGeometry({ type: 'GeometryCollection', geometries: [{ ...point, crs }] }),
    ].map((validation) => (validation.ok ? [] : validation.faults));
    expect(faults.flat().map(({ pointer }) => pointer)).toEqual([
      '/crs',
      '/geometry/crs',
      '/geometries/0/crs',
    ]);
    expect(faults.flat()[0]?.reason).toBe(
      'is `EPSG:3857`, another reference system than WGS 84; convert the data to WGS 84 first, longitude and latitude in degrees, as `ogr2ogr -t_srs EPSG:4326` does',
    );
    expect(validateFeature({ type: 'Feature', properties: { crs } }).ok).toBe(true);
  });
});

it('coordinates of a projection are one fault, which says what helps', () => {
  const coordinates = Array.from({ length: 50 }, (_, index) => [1_113_194.9 + index, 6_446_275.8]);
  const validation = validateGeometry({ type: 'LineString', coordinates });
  expect(validation.ok ? [] : validation.faults).toEqual([
    {
      pointer: '/coordinates/0',
      reason: expect.stringMatching(/^is 1113194.9, 6446275.8, .* projection; convert/),
    },
  ]);
});
