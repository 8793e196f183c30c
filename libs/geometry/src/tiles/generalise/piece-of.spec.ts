import { describe, expect, it } from '@jest/globals';
import { type Geometry, type Position } from '../../geojson/geojson.js';
import { positionCountOf } from '../../geojson/position-count.js';
import { TileDrawing } from '../drawing/tile-drawing.js';
import { type Tile } from '../tile.js';
import { pieceOf } from './piece-of.js';

/** A coast around a place, which goes in and out. */
function coast([longitude, latitude]: Position, radius: number, count = 500): readonly Position[] {
  const ring = Array.from({ length: count }, (_, index): Position => {
    const angle = (index / count) * 2 * Math.PI;
    const reach = radius * (1 + 0.2 * Math.sin(9 * angle) + 0.05 * Math.sin(97 * angle));
    return [longitude + reach * Math.cos(angle), latitude + reach * Math.sin(angle)];
  });
  return [...ring, ring[0] ?? [0, 0]];
}

/** Around the south pole, closed along it. */
const ice: readonly Position[] = [
  ...Array.from({ length: 601 }, (_, index): Position => [index * 0.6 - 180, -70 + Math.sin(index / 9)]),
  [180, -90],
  [-180, -90],
  [-180, -70],
];

/** With a straight edge along its south that is wider than half the globe. */
const wide: readonly Position[] = [
  [-170, 40],
  [170, 40],
  ...Array.from({ length: 681 }, (_, index): Position => [170 - index / 2, 52 + 6 * Math.sin(index / 9)]),
  [-170, 40],
];

const shapes: Readonly<Record<string, Geometry>> = {
  land: { type: 'Polygon', coordinates: [coast([10, 50], 8), coast([10, 51], 2), coast([13, 48], 0.01)] },
  islands: {
    type: 'MultiPolygon',
    coordinates: Array.from({ length: 30 }, (_, index) => [
      coast([4 + (index % 8), 47 + index / 4], 10 ** -(index % 5), 40),
    ]),
  },
  ice: { type: 'Polygon', coordinates: [ice] },
  'at the antimeridian': { type: 'Polygon', coordinates: [coast([172, 50], 6.3)] },
  'across the antimeridian': {
    type: 'Polygon',
    coordinates: [coast([178, 50], 6).map(([x, y]): Position => [x > 180 ? x - 360 : x, y])],
  },
  'across it with lakes': {
    type: 'Polygon',
    coordinates: [coast([176, 50], 9), coast([172, 50], 2), coast([179.5, 52], 1.5)].map((ring) =>
      ring.map(([x, y]): Position => [x > 180 ? x - 360 : x, y]),
    ),
  },
  'wider than half the globe': { type: 'Polygon', coordinates: [wide] },
  'beyond it': { type: 'Polygon', coordinates: [coast([178, 50], 6)] },
  'line across it': {
    type: 'LineString',
    coordinates: coast([178, 50], 6).map(([x, y]): Position => [x > 180 ? x - 360 : x, y]),
  },
  line: { type: 'LineString', coordinates: coast([9, 50], 3) },
  lines: { type: 'MultiLineString', coordinates: [coast([9, 50], 3), coast([11, 50], 3)] },
  points: { type: 'MultiPoint', coordinates: coast([10, 50], 4) },
  point: { type: 'Point', coordinates: [10, 50] },
  some: { type: 'GeometryCollection', geometries: [{ type: 'LineString', coordinates: coast([9, 50], 3) }] },
};

const web = (zoom: number, x: number, y: number): Tile => ({ scheme: 'web-mercator', zoom, x, y });

const tileAt = ([longitude, latitude]: Position, zoom: number): Tile => {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const down = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return web(zoom, Math.floor((longitude / 360 + 0.5) * 2 ** zoom), Math.floor(down * 2 ** zoom));
};

function drawn(geometry: Geometry, tile: Tile) {
  const drawing = new TileDrawing({ tile, extent: 4096, buffer: 64 });
  drawing.add({ geometry, properties: {} });
  const { features } = drawing.finish();
  return JSON.stringify(features.map(({ geometry: { type, paths } }) => [type, paths.map(String)]));
}

const places: readonly Position[] = Array.from({ length: 9 }, (_, index) => [
  index < 6 ? 3 + (index % 3) * 6 : 179.9,
  index < 6 ? 44 + Math.floor(index / 3) * 8 : 30 + 8 * index - 42,
]);

const icy: readonly Position[] = [[0, 20], ...[-179.9, -91, 0.1, 95, 179.9].map((x): Position => [x, -70])];

describe('a piece of a geometry', () => {
  it.each(Object.entries(shapes))('is drawn in its tiles as the geometry itself is: %s', (name, geometry) => {
    const looked = name === 'ice' ? icy : places;
    let least = Infinity;
    for (const place of looked) {
      for (const zoom of [2, 5, 8]) {
        const piece = pieceOf(geometry, { tile: tileAt(place, zoom), extent: 4096, buffer: 256 });
        least = Math.min(least, positionCountOf(piece));
        for (const deeper of [0, 3]) {
          const tile = tileAt(place, zoom + deeper);
          expect(`${zoom + deeper} ${drawn(piece, tile)}`).toBe(`${zoom + deeper} ${drawn(geometry, tile)}`);
        }
      }
    }
    expect(least).toBeLessThan(positionCountOf(geometry) / 20 + 1);
  });
});
