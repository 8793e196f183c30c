import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { type Geometry, type Position } from '../../geojson/geojson.js';
import { encodeTile } from '../mvt/encode-tile.js';
import { tileFaults } from '../mvt/tile-faults.js';
import { tileBbox } from '../tile-bbox.js';
import {
  areaOf,
  at,
  boxOf,
  draw,
  featuresInTile,
  faultsOf,
  gridOf,
  lineAt,
  pathsOf,
  placesOf,
  polygonAt,
  ringArea,
  TILE,
  type Place,
} from './drawing.spec.kit.js';
import { type TileGrid } from './tile-grid.js';

/** What each is called, its area by the even-odd rule in square units, and its rings. */
const degeneratePolygons = () =>
  readFileSync(new URL('../../../corpus/degenerate-polygons.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line): [string, number, readonly string[]] => {
      const [name = '', area, ...rings] = line.split(';');
      return [name, Number(area), rings];
    });

describe('TileDrawing', () => {
  it('draws points, and leaves out those beyond the buffer', () => {
    const coordinates = [at(TILE, [0, 0]), at(TILE, [4160, -64]), at(TILE, [4161, 0]), at(TILE, [12, 345])];
    expect(pathsOf({ type: 'MultiPoint', coordinates }, TILE)).toEqual([
      ['point', [0, 0, 4160, -64, 12, 345]],
    ]);
    expect(pathsOf({ type: 'Point', coordinates: [] }, TILE)).toEqual([]);
  });

  it('cuts a line where it leaves the buffer', () => {
    expect(pathsOf(lineAt('-100 10, 100 10, 100 5000, 200 5000, 200 20'), TILE)).toEqual([
      ['line', [-64, 10, 100, 10, 100, 4160], [200, 4160, 200, 20]],
    ]);
  });

  it('keeps of three positions on a straight line the ends, and the turn of a line that goes back', () => {
    expect(pathsOf(lineAt('0 0, 0.2 0.3, 10 10, 20 20, 5 5'), TILE)).toEqual([
      ['line', [0, 0, 20, 20, 5, 5]],
    ]);
  });

  it.each([
    ['east', '0 0, 0 9, 9 9, 9 0'],
    ['west', '0 0, 9 0, 9 9, 0 9'],
  ])('winds exteriors to a positive area and holes to a negative one, from %s', (_, hole) => {
    const outline = placesOf('10 10, 10 90, 90 90, 90 10');
    const moved = placesOf(hole).map(([x, y]): Place => [x + 30, y + 30]);
    for (const exterior of [outline, outline.toReversed()]) {
      const drawn = polygonAt([exterior, moved]);
      expect(faultsOf(drawn, TILE)).toEqual([]);
      expect(areaOf(drawn, TILE)).toBe(80 * 80 - 81);
    }
  });

  it('draws a collection as points, lines and polygons', () => {
    const geometries: Geometry[] = [
      polygonAt([placesOf('0 0, 9 0, 9 9')]),
      { type: 'Point', coordinates: at(TILE, [5, 6]) },
      lineAt('1 2, 3 4'),
      { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: at(TILE, [7, 8]) }] },
    ];
    expect(pathsOf({ type: 'GeometryCollection', geometries }, TILE)).toEqual([
      ['point', [5, 6, 7, 8]],
      ['line', [1, 2, 3, 4]],
      ['polygon', [0, 0, 9, 0, 9, 9]],
    ]);
  });

  it('parts a comb that is cut into its teeth', () => {
    const comb = '100 4300, 100 10, 200 10, 200 4200, 300 4200, 300 20, 400 20, 400 4300';
    const drawn = polygonAt([placesOf(comb)]);
    expect(draw(drawn, TILE).flatMap(({ geometry: { paths } }) => paths)).toHaveLength(2);
    expect(faultsOf(drawn, TILE)).toEqual([]);
    expect(areaOf(drawn, TILE)).toBe(100 * 4150 + 100 * 4140);
  });

  it.each(degeneratePolygons())('makes a valid polygon of %s', (_, area, rings) => {
    const drawn = polygonAt(rings.map(placesOf));
    expect(faultsOf(drawn, TILE)).toEqual([]);
    expect(Math.abs(areaOf(drawn, TILE) - area)).toBeLessThanOrEqual(area > 1 ? 16 : 0);
  });

  it.each([
    ['straight from west to east', '100 100.2, 900 100.2, 900 100.4, 100 100.4'],
    ['straight from north to south', '100.2 100, 100.2 900, 100.4 900, 100.4 100'],
    ['with more positions', '100 100.2, 300 100.1, 900 100.2, 900 100.4, 500 100.3, 100 100.4'],
    ['diagonal', '100.1 100, 900.1 900, 900.4 900, 100.4 100'],
    ['with a corner', '100 100.2, 900.2 100.2, 900.2 900, 900.4 900, 900.4 100, 100 100'],
    ['across the tile', '-9000 100.2, 9000 100.2, 9000 100.4, -9000 100.4'],
  ])('draws a polygon narrower than a unit a unit wide: %s', (_, outline) => {
    for (const places of [placesOf(outline), placesOf(outline).toReversed()]) {
      const drawn = polygonAt([places]);
      expect(faultsOf(drawn, TILE)).toEqual([]);
      expect(areaOf(drawn, TILE)).toBeGreaterThanOrEqual(700);
      expect(areaOf(drawn, TILE)).toBeLessThan(5_000);
    }
  });

  it('draws no polygon narrower than a unit where it is not', () => {
    const [z, x, y] = TILE;
    const drawn = polygonAt([placesOf('100 100.2, 900 100.2, 900 100.4, 100 100.4')]);
    expect([pathsOf(drawn, [z, x + 1, y]), pathsOf(drawn, [z, x, y + 1])]).toEqual([[], []]);
  });

  it('fills the tiles inside a polygon to the end of their buffer', () => {
    const world = polygonAt([placesOf('-12000 -12000, 12000 -12000, 12000 12000, -12000 12000')]);
    expect(areaOf(world, TILE)).toBe(4224 ** 2);
    expect(faultsOf(world, TILE)).toEqual([]);
  });

  it('draws what is at the antimeridian on both of its sides', () => {
    const box = boxOf('179 10, -179 10, -179 11, 179 11, 179 10');
    const continued = boxOf('179 10, 181 10, 181 11, 179 11, 179 10');
    for (const drawn of [box, continued]) {
      expect(pathsOf(drawn, [6, 63, 30])).toEqual(pathsOf(box, [6, 63, 30]));
      expect(pathsOf(drawn, [6, 0, 30])).toEqual(pathsOf(box, [6, 0, 30]));
      expect(pathsOf(drawn, [6, 32, 30])).toEqual([]);
    }
    expect(pathsOf(box, [6, 63, 30])[0]?.[1]).toContain(4160);
    expect(pathsOf(box, [6, 0, 30])[0]?.[1]).toContain(-64);
    expect(pathsOf({ type: 'Point', coordinates: [180, 0] }, [0, 0, 0])).toEqual([
      ['point', [0, 2048, 4096, 2048]],
    ]);
    const line: Geometry = { type: 'LineString', coordinates: placesOf('170 0, -170 10') };
    expect(pathsOf(line, [1, 0, 0])).toHaveLength(1);
    expect(pathsOf(line, [1, 1, 0])).toHaveLength(1);
  });

  it('draws what is around a pole', () => {
    const antarctica = boxOf('-180 -70, -90 -65, 0 -70, 90 -66, 180 -70, 180 -90, -180 -90, -180 -70');
    expect(faultsOf(antarctica, [0, 0, 0])).toEqual([]);
    expect(areaOf(antarctica, [2, 1, 3])).toBeGreaterThan(4096 * 2000);
  });

  it('draws tiles of longitude and latitude', () => {
    const grid: TileGrid = { tile: { scheme: 'here', zoom: 2, x: 2, y: 1 }, extent: 4096, buffer: 0 };
    const coordinates = placesOf('0 90, 90 0, 45 45');
    const [points] = featuresInTile(
      [{ geometry: { type: 'MultiPoint', coordinates }, properties: {} }],
      grid,
    );
    expect(points?.geometry.paths.map((path) => [...path])).toEqual([[0, 0, 4096, 4096, 2048, 2048]]);
  });

  it('leaves out holes too small for a shape, alike in every tile that sees them', () => {
    const square = (x: number, y: number, side: number): readonly Place[] => [
      [x, y],
      [x, y + side],
      [x + side, y + side],
      [x + side, y],
    ];
    const large = square(3_000, 100, 2_000);
    const rings = [
      large,
      square(4_095, 200, 1),
      square(4_097, 300, 1),
      square(3_200, 200, 3),
      square(4_090, 400, 9),
    ];
    expect(areaOf(polygonAt(rings), TILE, 0)).toBe(1_096 * 2_000 - 9 - 6 * 9);
    expect(areaOf(polygonAt(rings), [TILE[0], TILE[1] + 1, TILE[2]], 0)).toBe(904 * 2_000 - 3 * 9);
  });

  it('tells what is inside of what, also where rings touch themselves', () => {
    const square = (from: number, to: number): readonly Place[] => [
      [from, from],
      [from, to],
      [to, to],
      [to, from],
    ];
    const touching: readonly Place[] = [...square(0, 100), [0, 0], [-50, 0], [-50, -50], [0, -50]];
    const rings = [touching, square(10, 90), square(20, 80), square(30, 70), square(40, 60)];
    expect(faultsOf(polygonAt(rings), TILE)).toEqual([]);
    expect(areaOf(polygonAt(rings), TILE)).toBe(2_500 + 10_000 - 6_400 + 3_600 - 1_600 + 400);
  });

  it('leaves small polygons beyond the buffer to the next tile', () => {
    const beyond = polygonAt([placesOf('4160.3 100, 4161.7 100, 4161.7 101.4')]);
    expect(pathsOf(beyond, TILE)).toEqual([]);
    expect(pathsOf(beyond, [TILE[0], TILE[1] + 1, TILE[2]])).toHaveLength(1);
  });

  it('merges small polygons to squares of their area, alike in every tile that sees them', () => {
    const corners = placesOf('0 0, 1.4 0, 1.4 1.4, 0 1.4');
    const grain = (x: number, y: number) => polygonAt([corners.map(([dx, dy]): Place => [x + dx, y + dy])]);
    const places = Array.from({ length: 400 }, (_, index) => [
      4080 + (index % 20) * 1.5,
      100 + Math.floor(index / 20) * 1.5,
    ]);
    const features = places.map(([x = 0, y = 0], id) => ({ id, geometry: grain(x, y), properties: {} }));
    const left = featuresInTile(features, gridOf(TILE));
    const right = featuresInTile(features.toReversed(), gridOf([TILE[0], TILE[1] + 1, TILE[2]]));
    expect(tileFaults(encodeTile([{ name: 'a', extent: 4096, features: left }]))).toEqual([]);
    const sum = left
      .flatMap(({ geometry: { paths } }) => paths)
      .reduce((total, path) => total + ringArea(path), 0);
    expect(Math.abs(sum / (400 * 1.96) - 1)).toBeLessThan(0.2);
    const squares = (drawn: typeof left, dx: number) =>
      drawn
        .flatMap(({ geometry: { paths } }) =>
          paths.map((path) => [...path].map((v, i) => (i % 2 === 0 ? v + dx : v)).join()),
        )
        .sort();
    expect(squares(right, 4096)).toEqual(squares(left, 0));
    expect(left.length).toBeGreaterThan(10);
  });
});

describe('the grid', () => {
  it('has its corners where the tile has them', () => {
    const [west, south, east, north] = tileBbox(gridOf(TILE).tile);
    const coordinates: Position[] = [
      [west, north],
      [east, south],
    ];
    expect(pathsOf({ type: 'MultiPoint', coordinates }, TILE)).toEqual([['point', [0, 0, 4096, 4096]]]);
  });
});
