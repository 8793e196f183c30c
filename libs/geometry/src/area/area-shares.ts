import type { BoundingBox } from '../geojson/bounding-box.js';
import type { CellGrid } from '../cells/cell-grid.js';
import { clipToBbox, cutAtAntimeridian } from '../clip/clip-to-bbox.js';
import { flatten } from '../geojson/flatten.js';
import type { Geometry, MultiPolygon, Position, Rings } from '../geojson/geojson.js';
import { positionCountOf } from '../geojson/position-count.js';
import { insideConvex, isConvex } from './convex-clip.js';

const RADIANS = Math.PI / 180;

/** How much of a geometry's area lies in a cell. */
export interface AreaShare {
  readonly cell: string;
  /** Above 0, at most 1. */
  readonly share: number;
}

/** A part with more positions or cells is divided, so that each step is short. */
const MOST_POSITIONS = 64;
const MOST_CELLS = 256;
/** In degrees. Smaller parts are not divided. */
const LEAST_WIDTH = 1e-6;
/** In degrees. Narrower parts have edges whose direction around the globe is clear. */
const MOST_WIDTH = 90;
const WORLD: readonly BoundingBox[] = [[-180, -90, 180, 90]];

/** Selects the part of an area that is divided among cells. */
export interface SharedPart {
  /** Area outside of them is left out. Each has west ≤ east. */
  readonly boxes?: readonly BoundingBox[] | undefined;
  /** Maximum number of cells. */
  readonly maxCells?: number | undefined;
}

/**
 * Shares the area of a geometry's polygons, on the sphere, out to the cells that it lies in. The shares of a geometry
 * in the boxes add up to 1. A cell may come several times, each time with a part of its share. A step of the work that
 * has no share gives `undefined`, so that the caller may pause. Returns `undefined` if the geometry has no area, and
 * `too-many` if one of its polygons is so large that it surely lies in more cells than are wanted.
 */
export function areaShares(
  geometry: Geometry,
  grid: CellGrid,
  { boxes = WORLD, maxCells = Infinity }: SharedPart = {},
): Iterable<AreaShare | undefined> | 'too-many' | undefined {
  const given = polygonsOf(geometry);
  const polygons = given && polygonsOf(cutAtAntimeridian(given));
  const whole = polygons === undefined ? 0 : sphericalArea(polygons);
  if (polygons === undefined || whole <= 0) return undefined;
  const most = maxCells * grid.largestArea;
  if (whole > most && largestIn(polygons, boxes, grid.evenUpTo) > most) return 'too-many';
  return sharesOf({ polygons, whole }, grid, boxes);
}

/**
 * The area of the largest polygon within one of the boxes, up to this latitude north and south. Polygons are not added
 * up, because they might overlap.
 */
function largestIn({ coordinates }: MultiPolygon, boxes: readonly BoundingBox[], latitude: number): number {
  const areas = boxes.flatMap(([west, south, east, north]) => {
    const [bottom, top] = [Math.max(south, -latitude), Math.min(north, latitude)];
    if (bottom >= top) return [];
    const box = [west, bottom, east, top] as const;
    return coordinates.map((rings) => {
      const part = polygonsOf(clipToBbox({ type: 'Polygon', coordinates: rings }, box));
      return part === undefined ? 0 : sphericalArea(part);
    });
  });
  return Math.max(0, ...areas);
}

interface Area {
  readonly polygons: MultiPolygon;
  /** The area that counts as 1. */
  readonly whole: number;
}

function* sharesOf(
  { polygons, whole }: Area,
  grid: CellGrid,
  boxes: readonly BoundingBox[],
): Generator<AreaShare | undefined, void, undefined> {
  const waiting = boxes.map((box) => ({ polygons, box }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield undefined;
    const part = polygonsOf(clipToBbox(next.polygons, next.box));
    if (part === undefined) continue;
    const box = boxAround(part.coordinates);
    if (isToBeDivided(part, box, grid)) {
      for (const half of halvesOf(box, grid)) waiting.push({ polygons: part, box: half });
      continue;
    }
    for (const cell of grid.cellsIn(box)) {
      const share = areaIn(part, grid.areaOf(cell)) / whole;
      if (share > 0) yield { cell, share: Math.min(1, share) };
    }
  }
}

function isToBeDivided(part: Geometry, [west, south, east, north]: BoundingBox, grid: CellGrid): boolean {
  const width = Math.max(east - west, north - south);
  if (width > MOST_WIDTH) return true;
  if (width < LEAST_WIDTH) return false;
  const cells = grid.cellCountIn([west, south, east, north]);
  return cells > MOST_CELLS || (cells >= 2 && positionCountOf(part) > MOST_POSITIONS);
}

/** The two halves that have fewer cells. A degree of longitude may be much shorter than one of latitude, or nothing. */
function halvesOf([west, south, east, north]: BoundingBox, grid: CellGrid): readonly BoundingBox[] {
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const across: readonly BoundingBox[] = [[west, south, x, north], [x, south, east, north]]; // prettier-ignore
  const down: readonly BoundingBox[] = [[west, south, east, y], [west, y, east, north]]; // prettier-ignore
  const [fewest, more] = [across, down].map((halves) =>
    Math.max(...halves.map((half) => grid.cellCountIn(half))),
  );
  if (fewest === more) return east - west >= north - south ? across : down;
  return (fewest ?? 0) < (more ?? 0) ? across : down;
}

function boxAround(polygons: readonly Rings[]): BoundingBox {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [exterior = []] of polygons)
    for (const [longitude, latitude] of exterior) {
      [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
      [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
    }
  return [west, south, east, north];
}

/** The area of polygons within a cell. */
function areaIn(part: MultiPolygon, cell: Geometry): number {
  let area = 0;
  for (const [exterior = []] of polygonsOf(cell)?.coordinates ?? []) {
    const convex = [exterior, exterior.toReversed()].find(isConvex);
    for (const rings of part.coordinates)
      area += convex === undefined ? Math.abs(areaInAny(rings, exterior)) : areaWithin(rings, convex);
  }
  return area;
}

/** The area within a ring of any shape, as one around a pole has: what is below its upper edges less what is below the others. */
function areaInAny(rings: Rings, ring: readonly Position[]): number {
  let area = 0;
  for (const [index, to] of ring.entries()) {
    const from = ring[index - 1];
    if (from === undefined || from[0] === to[0]) continue;
    const [west, east] = from[0] < to[0] ? [from, to] : [to, from];
    const below = [[west[0], -90], [east[0], -90], east, west, [west[0], -90]] as const; // prettier-ignore
    area += (west === to ? 1 : -1) * areaWithin(rings, below);
  }
  return area;
}

function areaWithin([exterior = [], ...holes]: Rings, convex: readonly Position[]): number {
  const within = (ring: readonly Position[]): number => ringArea(insideConvex(ring, convex));
  return holes.reduce((area, hole) => area - within(hole), within(exterior));
}

/** All polygons of a geometry. */
function polygonsOf(geometry: Geometry | undefined): MultiPolygon | undefined {
  const coordinates: Rings[] = [];
  for (const simple of geometry === undefined ? [] : flatten(geometry)) {
    if (simple.type === 'Polygon') coordinates.push(simple.coordinates);
    if (simple.type === 'MultiPolygon') coordinates.push(...simple.coordinates);
  }
  return coordinates.length === 0 ? undefined : { type: 'MultiPolygon', coordinates };
}

/**
 * The area of the polygons of a geometry on a sphere of radius 1, whose edges are straight in degrees: the areas of parts
 * add up to that of the whole. No part of it crosses the antimeridian.
 */
export function sphericalArea(geometry: Geometry): number {
  let area = 0;
  for (const { type, coordinates } of flatten(geometry)) {
    if (type === 'Polygon') area += polygonArea(coordinates);
    if (type === 'MultiPolygon') for (const rings of coordinates) area += polygonArea(rings);
  }
  return area;
}

function polygonArea(rings: readonly (readonly Position[])[]): number {
  const [exterior = [], ...holes] = rings;
  return holes.reduce((area, hole) => area - ringArea(hole), ringArea(exterior));
}

/** For either winding. The ring need not repeat its first position, and may have parts without area. */
function ringArea(ring: readonly Position[]): number {
  const [, reference = 0] = ring[0] ?? [];
  let area = 0;
  let before = ring.at(-1);
  for (const position of ring) {
    if (before !== undefined) area += areaBelow(before, position, reference * RADIANS);
    before = position;
  }
  return Math.abs(area);
}

/**
 * The area between an edge and the parallel of the reference: the integral of the sine of the latitude. The reference is
 * close to the ring, so that a small area is not the difference of two large ones.
 */
function areaBelow(from: Position, to: Position, reference: number): number {
  const [south, north] = [from[1] * RADIANS, to[1] * RADIANS];
  const [middle, half] = [(south + north) / 2, (north - south) / 2];
  const shrunk = half === 0 ? 1 : Math.sin(half) / half;
  const above = 2 * Math.cos((middle + reference) / 2) * Math.sin((middle - reference) / 2);
  return (to[0] - from[0]) * RADIANS * (above + Math.sin(middle) * (shrunk - 1));
}
