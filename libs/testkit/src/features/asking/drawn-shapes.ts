import type { Geometry, Position } from '@cairn/geometry';
import type { Draw } from '../stale-patch.model.js';

/** Many features are within this many degrees. */
const TOWN = { west: 10, south: 50, size: 1 };
const ALL_LONGITUDES = 360;
/** A ring of so many positions is long to look at, and may wait for copies. */
const LARGE_RING = 1_500;

/** A place in degrees. Coarse, so that many are in the same place, on an edge, on the antimeridian or at a pole. */
export function drawnPlace(draw: Draw): readonly [longitude: number, latitude: number] {
  switch (draw(8)) {
    case 0:
      return [draw(2) === 0 ? -180 : 180, draw(181) - 90];
    case 1:
      return [draw(361) - 180, draw(2) === 0 ? -90 : 90];
    case 2:
    case 3:
      return [draw(361) - 180, draw(181) - 90];
    default:
      return [TOWN.west + draw(101) / 100, TOWN.south + draw(101) / 100];
  }
}

/** A geometry of any type and size, or none; most are points. Lines and areas may go on beyond 180 degrees. */
export function drawnGeometry(draw: Draw): Geometry | null {
  const [x, y] = drawnPlace(draw);
  const size = [0, 0.01, 0.5, 3, 40][draw(5)] ?? 1;
  const north = Math.min(90, y + size);
  switch (draw(14)) {
    case 0:
      return null;
    case 1:
      return { type: 'Polygon', coordinates: [rectangle([x, y], [x + size, north])] };
    case 2:
      return { type: 'LineString', coordinates: [[x, y], [x + size, north]] }; // prettier-ignore
    case 3:
      return { type: 'MultiPoint', coordinates: [[179.5, y], [-179.5, y], [x, y]] }; // prettier-ignore
    case 4:
      return {
        type: 'MultiPoint',
        coordinates: Array.from({ length: 1 + draw(5) }, () => [...drawnPlace(draw)]),
      };
    case 5:
      return { type: 'Point', coordinates: [x, y, draw(100)] };
    case 6:
      return { type: 'GeometryCollection', geometries: parts(draw, [x, y]) };
    case 7:
      return draw(8) === 0
        ? { type: 'Polygon', coordinates: [largeRing([x, y], size)] }
        : frame([x, y], size);
    default:
      return { type: 'Point', coordinates: [x, y] };
  }
}

const parts = (draw: Draw, [x, y]: Position2): readonly Geometry[] =>
  draw(4) === 0
    ? []
    : [
        { type: 'Point', coordinates: [x, y] },
        { type: 'LineString', coordinates: [[...drawnPlace(draw)], [...drawnPlace(draw)]] }, // prettier-ignore
      ];

type Position2 = readonly [number, number];

function rectangle([west, south]: Position2, [east, north]: Position2): readonly Position[] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

/** An area with a hole: what lies in the hole is in its box, not in it. */
function frame([x, y]: Position2, size: number): Geometry {
  const [west, south] = [x, Math.max(-90, y - size)];
  const [east, north] = [x + 2 * size + 0.2, Math.min(90, y + size + 0.1)];
  const [width, height] = [(east - west) / 4, (north - south) / 4];
  const hole = rectangle([west + width, south + height], [east - width, north - height]).toReversed();
  return { type: 'Polygon', coordinates: [rectangle([west, south], [east, north]), hole] };
}

/** A star around the place. */
function largeRing([x, y]: Position2, size: number): readonly Position[] {
  const radius = Math.min(size + 0.01, 20);
  const middle = Math.max(-90 + radius, Math.min(90 - radius, y));
  const ring = Array.from({ length: LARGE_RING }, (_, at): Position => {
    const angle = (at / LARGE_RING) * 2 * Math.PI;
    const reach = at % 2 === 0 ? radius : radius / 2;
    return [x + reach * Math.cos(angle), middle + reach * Math.sin(angle)];
  });
  return [...ring, ring[0] ?? [0, 0]];
}

/** Boxes of any size, each with west ≤ east: of a point, of a line, over the antimeridian, of the whole earth. */
export function drawnBoxes(draw: Draw): readonly (readonly [number, number, number, number])[] {
  const [west, south] = drawnPlace(draw);
  const size = [0, 0.05, 0.3, 2, 20, 200][draw(6)] ?? 1;
  const [east, north] = [Math.min(180, west + size), Math.min(90, south + size)];
  switch (draw(6)) {
    case 0:
      return [
        [Math.max(-180, 180 - size), south, 180, 90],
        [-180, south, Math.min(180, size - 180), 90],
      ];
    case 1:
      return draw(2) === 0 ? [[-180, -90, 180, 90]] : [[west, south, west, north]];
    case 2:
      return [
        [west, south, east, north],
        [-180, -90, -170, draw(181) - 90],
      ];
    case 3:
      return [
        [Math.max(-180, east - ALL_LONGITUDES), draw(2) === 0 ? -90 : 89, 180, draw(2) === 0 ? -89 : 90],
      ].map(([w = 0, s = 0, e = 0, n = 0]) => [w, Math.min(s, n), e, Math.max(s, n)] as const);
    default:
      return [[west, south, east, north]];
  }
}
