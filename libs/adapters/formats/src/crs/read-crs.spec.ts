import { describe, expect, it } from '@jest/globals';
import { UnknownCrs } from '@cairn/spaces';
import { placed } from '../features/placed.js';
// Recorded by tools/crs. It says the versions of pyproj and PROJ; none of the places needs a grid of shifts.
import recorded from './crs-places.spec.json' with { type: 'json' };
import { Projection } from './projection.js';
import { readCrsCode, readCrsText, WGS_84 } from './read-crs.js';

const EARTH_RADIUS_METERS = 6_371_008.8;
const EXACT_METERS = 0.1;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function metersBetween(
  [x = NaN, y = NaN]: readonly number[],
  [longitude = NaN, latitude = NaN]: readonly number[],
): number {
  const east = radians(x - longitude) * Math.cos(radians(latitude));
  return EARTH_RADIUS_METERS * Math.hypot(east, radians(y - latitude));
}

const systems = recorded.systems.map((system) => [`EPSG:${system.code}`, system] as const);
/** Within a decimetre of PROJ although their datum is another one; others are at least as good. */
const EXACT =
  'EPSG:2154 EPSG:25832 EPSG:3035 EPSG:3006 EPSG:3067 EPSG:3812 EPSG:2180 EPSG:32633 EPSG:3857 EPSG:2056 EPSG:31370 EPSG:27700 EPSG:31468 EPSG:28992 EPSG:27572 EPSG:5514'.split(
    ' ',
  );

describe('a code', () => {
  it('is one of many that are recorded', () => {
    expect(systems.length).toBeGreaterThanOrEqual(38);
    expect(systems.map(([, { places }]) => places.length)).toEqual(systems.map(() => 5));
  });

  it.each(systems)(
    '%s gives the places that PROJ gives, or says how far they may be off',
    (code, { places }) => {
      const crs = readCrsCode(code);
      const projection = new Projection(crs);
      const worst = Math.max(...places.map(({ from, to }) => metersBetween(projection.position(from), to)));
      expect(worst).toBeLessThan(Math.max(EXACT_METERS, crs.accuracyInMeters ?? 0));
      if (EXACT.includes(code)) expect(worst).toBeLessThan(EXACT_METERS);
      for (const { accuracy, isShifted } of places)
        if (isShifted) expect(crs.accuracyInMeters).toBeGreaterThanOrEqual(accuracy);
    },
  );

  it.each([
    ['2056', 'EPSG:2056'],
    ['epsg:2056', 'EPSG:2056'],
    ['urn:ogc:def:crs:EPSG::2056', 'EPSG:2056'],
    ['urn:ogc:def:crs:EPSG:9.9.1:2056', 'EPSG:2056'],
    ['http://www.opengis.net/def/crs/EPSG/0/2056', 'EPSG:2056'],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 'EPSG:4326'],
    ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', 'EPSG:4326'],
    ['EPSG:102100', 'EPSG:3857'],
    ['EPSG:900913', 'EPSG:3857'],
    ['EPSG:7844', 'EPSG:7844'],
  ])('%s is %s', (given, code) => {
    expect(readCrsCode(given).code).toBe(code);
  });

  it.each([
    '',
    'EPSG:',
    'EPSG:1',
    'EPSG:99999',
    'x',
    'EPSG:4978',
    'ESRI:54030',
    'constructor',
    'EPSG:2048',
    'EPSG:4807',
    'EPSG:29701',
    'EPSG:27200',
  ])('%s is not known, or cannot be used', (given) => {
    expect(() => readCrsCode(given)).toThrow(UnknownCrs);
  });

  it('has a name for people', () => {
    expect(readCrsCode('EPSG:2154').name).toBe('RGF 1993 Lambert-93');
    expect(readCrsCode('EPSG:2056')).toMatchObject({ accuracyInMeters: 1 });
    expect(readCrsCode('EPSG:25832')).not.toHaveProperty('accuracyInMeters');
  });
});

/** What ESRI writes for these, and GDAL in the same file; both are deprecated twins. */
const TWINS: Readonly<Record<string, string>> = {};

describe('a text', () => {
  it.each(systems)('of a .prj file names %s', (code, { prj }) => {
    expect(readCrsText(prj).code).toBe(TWINS[code] ?? code);
  });

  const inDegrees =
    'GEOGCS["x",DATUM["y",SPHEROID["z",6378137,298.257]],PRIMEM["Greenwich",0],UNIT["Degree",0.0174]]';
  it.each([
    ['GDAL', `PROJCS["CH1903+ / LV95",${inDegrees},PROJECTION["p"],AUTHORITY["EPSG","2056"]]`],
    ['GDAL with spaces', `PROJCS[ "any" , ${inDegrees} , AUTHORITY[ "EPSG" , "2056" ] ]\n`],
    [
      'WKT2',
      'PROJCRS["CH1903+ / LV95",BASEGEOGCRS["CH1903+",ID["EPSG",4150]],CS[Cartesian,2],ID["EPSG",2056]]',
    ],
    ['WKT2 with a version', 'PROJCRS["any",ID["EPSG",2056,"9.9"]]'],
    [
      'a height beside it',
      `COMPD_CS["LV95 + LN02",PROJCS["CH1903+_LV95",${inDegrees}],VERT_CS["LN02 (m)",AUTHORITY["EPSG","5728"]]]`,
    ],
    [
      'a height in WKT2',
      'COMPOUNDCRS["a [b]",PROJCRS["any",ID["EPSG",2056]],VERTCRS["LN02",ID["EPSG",5728]],ID["EPSG",1]]',
    ],
    [
      'a shift',
      'BOUNDCRS[SOURCECRS[PROJCRS["any",ID["EPSG",2056]]],TARGETCRS[GEOGCRS["WGS 84",ID["EPSG",4326]]]]',
    ],
    ['PROJJSON', '{"type":"ProjectedCRS","name":"any","id":{"authority":"EPSG","code":2056}}'],
    ['PROJJSON without a code', '{"type":"ProjectedCRS","name":"CH1903+ / LV95"}'],
    [
      'PROJJSON of two',
      '{"type":"CompoundCRS","name":"x","components":[{"name":"y","id":{"authority":"EPSG","code":2056}},{"name":"z"}]}',
    ],
    [
      'PROJJSON with a shift',
      '{"type":"BoundCRS","source_crs":{"name":"y","id":{"authority":"EPSG","code":2056}}}',
    ],
  ])('of %s names its code', (_, text) => {
    expect(readCrsText(text).code).toBe('EPSG:2056');
  });

  // As QGIS 2, R and GDAL 1 and 2 write them into a `.prj`, without codes.
  it.each([
    ['OSGB 1936 / British National Grid', 27700],
    ['RGF93_Lambert_93', 2154],
    ['ETRS89_UTM_zone_32N', 25832],
    ['WGS 84 / UTM zone 32N', 32632],
    ['NAD83_UTM_zone_17N', 26917],
    ['NAD27 / UTM zone 18N', 26718],
    ['Amersfoort_RD_New', 28992],
    ['CH1903_LV95', 2056],
    ['GDA94_MGA_zone_55', 28355],
    ['DHDN_3_degree_Gauss_Kruger_zone_3', 31467],
    ['ETRS89 / LAEA Europe', 3035],
    ['WGS_84_Pseudo_Mercator', 3857],
  ])('may have the name of EPSG: %s', (name, code) => {
    expect(readCrsText(`PROJCS["${name}",${inDegrees},PROJECTION["p"]]`).code).toBe(`EPSG:${code}`);
  });

  it('with the name of a withdrawn system is not known', () => {
    expect(() => readCrsText(`PROJCS["NAD27 / Cuba Norte",${inDegrees}]`)).toThrow(UnknownCrs);
  });

  it('of GDAL for positions with heights is that of the plane', () => {
    expect(readCrsText('GEOGCS["WGS_1984_3D",DATUM["D_WGS_1984"],LINUNIT["Meter",1.0]]').code).toBe(
      'EPSG:4326',
    );
  });

  it('has the codes of Esri for Web Mercator', () => {
    expect(readCrsText('PROJCS["any",AUTHORITY["ESRI","102100"]]').code).toBe('EPSG:3857');
    expect(readCrsText('PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",AUTHORITY["ESRI","7"]]').code).toBe(
      'EPSG:3857',
    );
  });

  it.each([
    [
      'PROJCS["USA_Contiguous_Albers_Equal_Area_Conic",AUTHORITY["ESRI","102003"]]',
      'USA_Contiguous_Albers_Equal_Area_Conic',
    ],
    ['PROJCS["My grid",GEOGCS["GCS_WGS_1984"]]', 'My grid'],
    ['LOCAL_CS["Arbitrary"]', 'Arbitrary'],
    ['no WKT', 'no WKT'],
    ['{"name":"odd"}', 'odd'],
    ['{', '{'],
    ['', ''],
  ])('%s is not known, and the error has its name', (text, given) => {
    expect(() => readCrsText(text)).toThrow(expect.objectContaining({ code: 'unknown-crs', given }));
  });
});

describe('a place', () => {
  const swiss = new Projection(readCrsCode('EPSG:2056'));
  const at = (projection: Projection, coordinates: unknown) =>
    placed({ at: 7, geometry: { type: 'Point', coordinates }, properties: {} }, projection);

  it.each([[[NaN, 1]], [[1]], [['a', 1]], [[1e300, 1e300]], [[Infinity, 0]]])(
    '%j is a fault and no number that is none',
    (coordinates) => {
      expect(at(swiss, coordinates)).toEqual({ at: 7, reason: expect.any(String) });
    },
  );

  it.each(['EPSG:2056', 'EPSG:25832', 'EPSG:3857', 'EPSG:2154', 'EPSG:31468', 'EPSG:4258'])(
    'that %s is not for is a fault, and not somewhere else',
    (code) => {
      const projection = new Projection(readCrsCode(code));
      for (const coordinates of [
        [1e300, 1e300],
        [1e9, 1e9],
      ])
        expect(at(projection, coordinates)).toEqual({
          at: 7,
          reason: expect.stringContaining('is no place in'),
        });
    },
  );

  it('that is none on the Earth is a fault of its feature', () => {
    const degrees = new Projection(WGS_84);
    for (const coordinates of [
      [181, 0],
      [0, 90.5],
      [2_600_000, 1_200_000],
    ])
      // prettier-ignore
      expect(at(degrees, coordinates)).toEqual({ at: 7, reason: expect.stringContaining('which is no place in WGS 84') });
    expect(at(degrees, [180.00000000000003, -90.00000001])).toMatchObject({
      feature: { geometry: { coordinates: [180, -90] } },
    });
    expect(at(degrees, [180, -90])).toMatchObject({ feature: { geometry: { coordinates: [180, -90] } } });
  });

  it('keeps its height', () => {
    expect(at(swiss, [2_600_000, 1_200_000, 512.25])).toMatchObject({
      feature: { geometry: { coordinates: [7.43863242, 46.95108277, 512.25] } },
    });
  });
});
