import type { BoundingBox } from '../geojson/bounding-box.js';
import type { Position, Rings } from '../geojson/geojson.js';
import { type Box, turnsBetween } from '../plane/box.js';
import { Extent } from '../plane/extent.js';
import { jumps, turnsInto } from '../plane/longitudes.js';
import type { Vertex } from '../plane/vertex.js';
import { clipPolygon } from './clip-polygon.js';
import { crossingOf, depthOf, type HalfPlane, sidesOf } from './half-plane.js';

type Path = readonly Vertex[];

/** The parts of a line inside all half-planes, edges included; none if it only touches one. */
function clipLine(path: Path, halves: readonly HalfPlane[]): readonly Path[] {
  return halves.reduce<readonly Path[]>(
    (paths, half) => paths.flatMap((stretch) => clipToHalf(stretch, half)),
    [path],
  );
}

function clipToHalf(path: Path, half: HalfPlane): readonly Path[] {
  if (path.every((vertex) => depthOf(vertex, half) >= 0)) return [path];
  const stretches: Vertex[][] = [];
  let stretch: Vertex[] = [];
  let before: Vertex | undefined;
  for (const vertex of path) {
    const isInside = depthOf(vertex, half) >= 0;
    if (before !== undefined && isInside !== depthOf(before, half) >= 0) {
      stretch.push(isInside ? crossingOf(vertex, before, half) : crossingOf(before, vertex, half));
    }
    if (isInside) stretch.push(vertex);
    else {
      stretches.push(stretch);
      stretch = [];
    }
    before = vertex;
  }
  return [...stretches, stretch].map(withoutRepeats).filter(({ length }) => length > 1);
}

const withoutRepeats = (path: Path): Path =>
  path.filter(({ x, y }, index) => index === 0 || path[index - 1]?.x !== x || path[index - 1]?.y !== y);

export const WORLD: readonly BoundingBox[] = [[-180, -90, 180, 90]];

/** The position, its longitude within ±180, if it is inside one of the boxes. */
export function pointInBoxes(position: Position, boxes: readonly BoundingBox[]): Position | undefined {
  const [longitude, latitude, ...more] = position;
  const turned: Position = [longitude + turnsInto(longitude, -180), latitude, ...more];
  // -180 and 180 are one meridian.
  const names: readonly Position[] =
    turned[0] === -180 ? [position, turned, [180, latitude, ...more]] : [position, turned];
  return names.find(([x, y]) =>
    boxes.some(([west, south, east, north]) => x >= west && x <= east && y >= south && y <= north),
  );
}

export function clipLineToBoxes(
  path: readonly Vertex[],
  boxes: readonly BoundingBox[],
): readonly (readonly Position[])[] {
  const { west: x, east } = extentOf(path);
  const isVertical = x === east;
  const found: (readonly Position[])[] = [];
  for (const { sides, west, dx } of framesOf(path, boxes)) {
    // A path along the antimeridian is found from both sides; keep it once.
    if (isVertical && found.length > 0) break;
    const stretches = clipLine(path, sides).filter(
      (stretch) => isVertical || west > -180 || stretch.some((vertex) => vertex.x !== west + dx),
    );
    for (const stretch of stretches) found.push(withMiddles(positionsOf(stretch, dx)));
  }
  return found;
}

/** A line with a position in the middle of edges that would otherwise be read as going across the antimeridian. */
const withMiddles = (line: readonly Position[]): readonly Position[] =>
  line.flatMap((position, index): readonly Position[] => {
    const [x, y] = position;
    const [west = x, south = y] = line[index - 1] ?? [];
    return jumps(x - west) ? [[(x + west) / 2, (y + south) / 2], position] : [position];
  });

export function clipPolygonToBoxes(
  rings: readonly (readonly Vertex[])[],
  boxes: readonly BoundingBox[],
): readonly Rings[] {
  return framesOf(rings[0] ?? [], boxes).flatMap(({ sides, dx }) =>
    clipPolygon(rings, sides).map((part) => part.map((ring) => positionsOf(ring, dx))),
  );
}

interface Frame {
  readonly sides: readonly HalfPlane[];
  readonly west: number;
  readonly dx: number;
}

/** The boxes, on each turn around the globe on which they meet the path. */
function framesOf(path: readonly Vertex[], boxes: readonly BoundingBox[]): readonly Frame[] {
  const extent = extentOf(path);
  return boxes.flatMap((box) => {
    const [west, south, east, north] = box;
    return turnsBetween(extent, { west, south, east, north }).map((dx) => ({
      sides: sidesOf(box, dx),
      west,
      dx,
    }));
  });
}

export function extentOf(path: readonly Vertex[]): Box {
  const extent = new Extent();
  for (const { x, y } of path) extent.add(x, y);
  return extent;
}

/** A ten-thousandth of a millimetre: removes rounding from longitudes moved by whole turns. */
const DECIMALS = 1e12;

function positionsOf(path: readonly Vertex[], dx: number): readonly Position[] {
  return path.map(({ x, y, z }): Position => {
    const longitude = dx === 0 ? x : Math.round((x - dx) * DECIMALS) / DECIMALS;
    return z === undefined ? [longitude, y] : [longitude, y, z];
  });
}
