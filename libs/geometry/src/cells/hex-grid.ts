import type * as H3 from 'h3-js';
import type { BoundingBox } from '../geojson/bounding-box.js';
import { angleBetween, RADIANS } from '../distance/sphere.js';
import type { Geometry, Position } from '../geojson/geojson.js';
import { isPlain } from '../plane/longitudes.js';
import type { Vertex } from '../plane/vertex.js';
import type { CellGrid } from './cell-grid.js';
import { cutAtAntimeridian } from '../clip/clip-to-bbox.js';
import { spelled } from '../plane/spelling.js';
import { unwrapAcross } from '../plane/unwrap.js';

/** In radians: 20 cm. */
const TOLERANCE = 3e-8;

/** The cells of H3 of one resolution, 0 to 15. */
export function hexGrid(h3: typeof H3, resolution: number): CellGrid {
  const cellArea = SPHERE / h3.getNumCells(resolution);
  const spacing = Math.sqrt((2 * cellArea) / Math.sqrt(3));
  const outlineOf = (cell: string): Geometry => {
    const ring = boundaryOf(h3, cell).map(([x, y]): Position => [rounded(x), rounded(y)]);
    return isPlain(ring) ? { type: 'Polygon', coordinates: [ring] } : cutRing(ring);
  };
  return {
    cellAt: ([longitude, latitude]) => h3.latLngToCell(latitude, longitude, resolution),
    outlineOf,
    centreOf: (cell) => {
      const [latitude, longitude] = h3.cellToLatLng(cell);
      return [rounded(longitude), rounded(latitude)];
    },
    isPentagon: (cell) => h3.isPentagon(cell),
    areaOf: outlineOf,
    // Takes the cells of a disc. H3's own search for the cells of a polygon takes minutes for boxes that are thin or
    // near a pole.
    cellsIn: (box) => {
      const { middle, radius } = discAround(box);
      const reach = radius + REACH * spacing;
      const rings = Math.ceil((reach + REACH * spacing) / (ROW * LEAST_SPACING * spacing)) - 1;
      return h3.gridDisk(h3.latLngToCell(middle.y, middle.x, resolution), rings).filter((cell) => {
        const [y, x] = h3.cellToLatLng(cell);
        return angleBetween(middle, { x, y }) <= reach;
      });
    },
    cellCountIn: (box) => (Math.PI * (discAround(box).radius + REACH * spacing) ** 2) / cellArea,
    largestArea: LARGEST * cellArea,
    evenUpTo: 90,
  };
}

/**
 * The disc around a box up to 90° wide, with its radius in radians. The western corners are as far from the middle as
 * the eastern ones.
 */
function discAround([west, south, east, north]: BoundingBox): {
  middle: Pick<Vertex, 'x' | 'y'>;
  radius: number;
} {
  const middle = { x: (west + east) / 2, y: (south + north) / 2 };
  const toCorners = [south, north].map((y) => angleBetween(middle, { x: west, y }));
  return { middle, radius: Math.max(...toCorners) };
}

/** Rounds to a tenth of a millimetre, because the last digits differ between builds of H3. */
const rounded = (degrees: number): number => Math.round(degrees * 1e9) / 1e9;

const SPHERE = 4 * Math.PI;
/**
 * The area of the largest cell, as a multiple of the average: it has 1.22,
 * https://h3geo.org/docs/core-library/restable.
 */
const LARGEST = 1.25;
/**
 * Of the distance between the middles of cells side by side, on average: the least, the farthest corner of a cell from its
 * middle, and the distance of two rows. Measured on all cells of resolutions 1 to 3.
 */
const LEAST_SPACING = 0.7;
const REACH = 0.64;
const ROW = Math.sqrt(3) / 2;

/** The corners of a cell as H3 has them, counterclockwise and closed. */
const boundaryOf = (h3: typeof H3, cell: string): readonly Position[] =>
  h3.cellToBoundary(cell, true).map(([longitude = 0, latitude = 0]): Position => [longitude, latitude]);

/** The area of a ring whose edges take the shorter way around the globe, cut at the antimeridian. */
function cutRing(ring: readonly Position[]): Geometry {
  const whole: Geometry = { type: 'MultiPolygon', coordinates: [[spelled(unwrapAcross(ring))]] };
  return cutAtAntimeridian(whole) ?? whole;
}

/**
 * The area of a whole cell of H3. Its edges are great circles, which are curved in longitude and latitude. They are
 * divided into enough straight edges that a place lies in the area if H3 says so, except for some centimetres.
 */
export function hexCellArea(h3: typeof H3, cell: string): Geometry {
  const corners = boundaryOf(h3, cell);
  const ring = corners.flatMap((corner, index): readonly Position[] => {
    const before = corners[index - 1];
    return before === undefined ? [corner] : [...between(before, corner), corner];
  });
  return cutRing(ring);
}

/** Positions on the great circle between two, from which straight edges differ by less than the tolerance. */
function between(start: Position, end: Position): readonly Position[] {
  const middle = middleOnSphere(start, end);
  const [x, y] = middle;
  const straight = { x: start[0] + shorterWay(end[0] - start[0]) / 2, y: (start[1] + end[1]) / 2 };
  if (angleBetween({ x, y }, straight) < TOLERANCE) return [];
  return [...between(start, middle), middle, ...between(middle, end)];
}

const shorterWay = (step: number): number => step - 360 * Math.round(step / 360);

function middleOnSphere(one: Position, other: Position): Position {
  const [a, b] = [directionOf(one), directionOf(other)];
  const [x, y, z] = [a.x + b.x, a.y + b.y, a.z + b.z];
  return [Math.atan2(y, x) / RADIANS, Math.atan2(z, Math.hypot(x, y)) / RADIANS];
}

function directionOf([longitude, latitude]: Position) {
  const level = Math.cos(latitude * RADIANS);
  return {
    x: level * Math.cos(longitude * RADIANS),
    y: level * Math.sin(longitude * RADIANS),
    z: Math.sin(latitude * RADIANS),
  };
}
