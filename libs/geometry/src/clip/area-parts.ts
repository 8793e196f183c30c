// Not from the package's index, which would keep parts that are not used in a bundle: it is twice as large.
import { ClipType, FillRule, type Path64 } from 'clipper2-ts/dist/Core.js';
import { Clipper64, type PolyPath64, PolyTree64 } from 'clipper2-ts/dist/Engine.js';
import type { BoundingBox } from '../geojson/bounding-box.js';
import type { Geometry, Rings } from '../geojson/geojson.js';
import { type Box, turnsBetween } from '../plane/box.js';
import { planarParts } from '../plane/paths.js';
import type { Vertex } from '../plane/vertex.js';
import { clipPolygon, type PolygonRings } from './clip-polygon.js';
import { clipPolygonToBoxes, extentOf, WORLD } from './clip-to-boxes.js';
import { sidesOf } from './half-plane.js';

/** The library computes with integers: 1e-10 degrees are a hundredth of a millimetre. Coordinates with ten decimals stay as they are. */
const UNITS_PER_DEGREE = 1e10;

/** The intersection, by the even-odd rule as everywhere. Polygons of the subject do not overlap; those of the area may. */
function intersection(
  subject: readonly PolygonRings[],
  area: readonly PolygonRings[],
): readonly Vertex[][][] {
  const clipper = new Clipper64();
  clipper.addSubject(subject.flatMap(pathsOf));
  clipper.addClip(area.length === 1 ? area.flatMap(pathsOf) : united(area));
  const tree = new PolyTree64();
  clipper.execute(ClipType.Intersection, FillRule.EvenOdd, tree);
  return polygonsBelow(tree);
}

/** The area of all, without overlaps. Each one is made valid first: then all of them have the same orientation. */
function united(polygons: readonly PolygonRings[]): Path64[] {
  const valid = polygons.flatMap((rings) => unionOf(pathsOf(rings), FillRule.EvenOdd));
  return unionOf(valid, FillRule.NonZero);
}

function unionOf(paths: Path64[], rule: FillRule): Path64[] {
  const clipper = new Clipper64();
  clipper.addSubject(paths);
  const union: Path64[] = [];
  clipper.execute(ClipType.Union, rule, union);
  return union;
}

/** A tree alternates: exteriors, their holes, exteriors within those. */
function polygonsBelow(node: PolyPath64): readonly Vertex[][][] {
  return childrenOf(node).flatMap((exterior) => {
    const holes = childrenOf(exterior);
    return [[exterior, ...holes].map(ringOf), ...holes.flatMap(polygonsBelow)];
  });
}

const childrenOf = (node: PolyPath64): readonly PolyPath64[] =>
  Array.from({ length: node.count }, (_, index) => node.child(index));

const pathsOf = (rings: PolygonRings): Path64[] =>
  rings.map((ring) =>
    ring
      .slice(1)
      .map(({ x, y }) => ({ x: Math.round(x * UNITS_PER_DEGREE), y: Math.round(y * UNITS_PER_DEGREE) })),
  );

/** Closed, from its westernmost vertex on, so that equal shapes have equal rings. */
function ringOf({ poly }: PolyPath64): Vertex[] {
  const path = poly ?? [];
  const first = path.reduce((least, { x, y }, index) => {
    const { x: west = x, y: south = y } = path[least] ?? {};
    return x < west || (x === west && y < south) ? index : least;
  }, 0);
  return [...path.slice(first), ...path.slice(0, first + 1)].map(({ x, y }) => ({
    x: x / UNITS_PER_DEGREE,
    y: y / UNITS_PER_DEGREE,
    z: undefined,
  }));
}

/** A polygon of more vertices is cut to the box of the other one first, which takes much less time for each vertex. */
const FEW = 256;

/** The polygons of an area, to find what is inside of them. */
export class AreaParts {
  private readonly polygons: readonly { readonly rings: PolygonRings; readonly extent: Box }[];

  constructor(area: Geometry) {
    this.polygons = planarParts(area).flatMap((part) =>
      part.kind === 'polygon' ? [{ rings: part.rings, extent: extentOf(part.rings[0] ?? []) }] : [],
    );
  }

  /** The parts of a polygon, given by its rings, inside any of the polygons. */
  inside(rings: PolygonRings): readonly Rings[] {
    const extent = extentOf(rings[0] ?? []);
    const near = this.polygons.flatMap((polygon) =>
      turnsBetween(extent, polygon.extent).map((dx) => moved(polygon.rings, dx)),
    );
    const [first, ...others] = near.flatMap((polygon) => withinBox(polygon, extent));
    if (first === undefined) return [];
    const around = extentOf([first, ...others].flatMap(([exterior = []]) => exterior));
    const subject = withinBox(rings, around);
    if (subject.length === 0) return [];
    const found = intersection(subject, [first, ...others]);
    return found.flatMap((polygon) => clipPolygonToBoxes(polygon, WORLD));
  }
}

function withinBox(rings: PolygonRings, { west, south, east, north }: Box): readonly PolygonRings[] {
  const box: BoundingBox = [west, south, east, north];
  const isSmall = rings.reduce((count, { length }) => count + length, 0) <= FEW;
  return isSmall ? [rings] : clipPolygon(rings, sidesOf(box, 0));
}

const moved = (rings: PolygonRings, dx: number): PolygonRings =>
  dx === 0 ? rings : rings.map((ring) => ring.map(({ x, y, z }) => ({ x: x + dx, y, z })));
