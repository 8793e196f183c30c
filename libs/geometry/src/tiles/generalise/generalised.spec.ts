import { describe, expect, it } from '@jest/globals';
import { boundingBoxesOf } from '../../boxes/bounding-boxes-of.js';
import { type Geometry, type Position } from '../../geojson/geojson.js';
import { positionCountOf } from '../../geojson/position-count.js';
import { type SplitGeometry } from '../drawing/shaping.js';
import { TileDrawing } from '../drawing/tile-drawing.js';
import { generalised } from './generalised.js';

/** A coast around a place, with positions far closer than the grid of zoom 3. */
function coast([longitude, latitude]: Position, radius: number, count = 6_000): readonly Position[] {
  const ring = Array.from({ length: count }, (_, index): Position => {
    const angle = (index / count) * 2 * Math.PI;
    const reach = radius * (1 + 0.2 * Math.sin(9 * angle) + 0.002 * Math.sin(997 * angle));
    return [longitude + reach * Math.cos(angle), latitude + reach * Math.sin(angle)];
  });
  return [...ring, ring[0] ?? [0, 0]];
}

const square = (longitude: number, latitude: number, side: number): readonly Position[] => [
  [longitude, latitude],
  [longitude + side, latitude],
  [longitude + side, latitude + side],
  [longitude, latitude + side],
  [longitude, latitude],
];

function drawn(grainy: SplitGeometry, [zoom, x, y]: readonly [number, number, number]) {
  const drawing = new TileDrawing({
    tile: { scheme: 'web-mercator', zoom, x, y },
    extent: 4096,
    buffer: 64,
  });
  drawing.add({ ...grainy, properties: {} });
  return drawing.finish().features.map((feature) => ({
    type: feature.geometry.type,
    paths: feature.geometry.paths.map((path) => Array.from(path)),
  }));
}

const drawnWhole = (geometry: Geometry, at: readonly [number, number, number]) =>
  drawn({ geometry, tinyPolygons: [] }, at);

describe('a generalised geometry', () => {
  it.each([0, 1, 2])('is drawn in tiles of zoom %i as the geometry itself is', (zoom) => {
    const geometry: Geometry = {
      type: 'MultiPolygon',
      coordinates: [
        [coast([10, 20], 15), coast([10, 20], 3, 500), square(12, 12, 0.0001)],
        [square(60, 10, 2)],
        [square(70, 10, 0.001)],
      ],
    };
    const copy = generalised(geometry, zoom);
    expect(positionCountOf(copy.geometry)).toBeLessThan(positionCountOf(geometry) / 1.2);
    const columns = 2 ** zoom;
    for (let x = 0; x < columns; x += 1)
      for (let y = 0; y < columns; y += 1)
        expect(drawn(copy, [zoom, x, y])).toEqual(drawnWhole(geometry, [zoom, x, y]));
  });

  it('keeps lines and points, each place once', () => {
    const line: Position[] = Array.from({ length: 1_000 }, (_, index) => [index / 100, (index % 2) / 1e4]);
    const collection: Geometry = {
      type: 'GeometryCollection',
      geometries: [
        { type: 'MultiLineString', coordinates: [line, [[50, 50], [50.0001, 50]]] }, // prettier-ignore
        { type: 'MultiPoint', coordinates: [[1, 1], [1.00001, 1], [3, 3]] }, // prettier-ignore
        { type: 'Point', coordinates: [-180, 90] },
        { type: 'Point', coordinates: [] },
      ],
    };
    const copy = generalised(collection, 4);
    expect(
      copy.geometry.type === 'GeometryCollection' && copy.geometry.geometries.map(positionCountOf),
    ).toEqual([2, 2, 1, 0]);
    const [points, lines] = drawn(copy, [4, 8, 7]);
    expect([lines]).toEqual(drawnWhole(collection, [4, 8, 7]).slice(1));
    expect(points?.paths).toEqual([[182, 3914, 546, 3550]]);
  });

  it('merges small polygons near each other, with their area', () => {
    const many: Geometry = {
      type: 'MultiPolygon',
      coordinates: Array.from({ length: 400 }, (_, index) => [square(10 + index / 4000, 10, 0.0002)]),
    };
    const copy = generalised(many, 2);
    expect(positionCountOf(copy.geometry)).toBe(0);
    expect(copy.tinyPolygons.length).toBeLessThanOrEqual(2);
    expect(drawn(copy, [2, 2, 1])).toEqual(drawnWhole(many, [2, 2, 1]));
  });

  it('keeps small polygons in their cell, however large they are together', () => {
    const unit = 360 / 4096;
    // The first is at the south-east of the cell from 2056, 2040 to 2064, 2048.
    const islands = Array.from({ length: 49 }, (_, index) => [
      square((14.6 - (index % 7)) * unit, (0.6 + Math.floor(index / 7)) * unit, 0.9 * unit),
    ]);
    const copy = generalised({ type: 'MultiPolygon', coordinates: islands }, 0);
    const [area] = drawn(copy, [0, 0, 0]);
    expect(area?.paths).toEqual([[2057, 2041, 2063, 2041, 2063, 2047, 2057, 2047]]);
  });

  it.each<[string, Position[]]>([
    [
      'a line the long way round, by a vertex in its middle',
      [
        [-170, 0],
        [0, 0],
        [170, 0],
      ],
    ],
    [
      'a line across',
      [
        [170, 0],
        [-175, 0],
        [-160, 0],
      ],
    ],
    [
      'a line wider than half the globe',
      [
        [-100, 0],
        [100, 10],
      ],
    ],
  ])('is on the side of the globe where the geometry is: %s', (_, coordinates) => {
    const line = { type: 'LineString', coordinates } as const;
    const ring = [...coordinates, ...coordinates.map(([x, y]): Position => [x, y + 20]).toReversed()];
    for (const closed of [ring, ring.toReversed()]) {
      const polygon = { type: 'Polygon', coordinates: [[...closed, ...closed.slice(0, 1)]] } as const;
      for (const shape of [line, polygon]) {
        const boxes = boundingBoxesOf(shape).map((box) => box.map(Math.round));
        expect(boundingBoxesOf(generalised(shape, 3).geometry).map((box) => box.map(Math.round))).toEqual(
          boxes,
        );
      }
    }
  });
});
