import polygonClipping from 'polygon-clipping';
import type { BoundingBox } from '../boxes/bounding-box.js';
import type { Geometry, Position, Rings } from '../geojson/geojson.js';
import { type Box, turnsBetween } from '../plane/box.js';
import { planarParts } from '../plane/paths.js';
import type { Vertex } from '../plane/vertex.js';
import { clipPolygon, type PolygonRings } from './clip-polygon.js';
import { clipPolygonToBoxes, extentOf, WORLD } from './clip-to-boxes.js';
import { sidesOf } from './half-plane.js';

type Polygons = [number, number][][][];

/** Grids in degrees, up to a millimetre, tried in turn until the library succeeds. */
const GRIDS = [1e-12, 1e-10, 1e-8];

/**
 * The intersection. The library fails if edges cross by less than a rounding error, which a grid prevents.
 * @throws {Error} if it fails on every grid.
 */
function intersection(subject: Polygons, clip: Polygons): Polygons {
  for (const grid of GRIDS) {
    try {
      return polygonClipping.intersection(subject, clip);
    } catch {
      [subject, clip] = [rounded(subject, grid), rounded(clip, grid)];
    }
  }
  return polygonClipping.intersection(subject, clip);
}

function rounded(polygons: Polygons, grid: number): Polygons {
  const round = (degrees: number): number => Math.round(degrees / grid) * grid;
  return polygons.map((rings) =>
    rings.map((ring) => ring.map(([x, y]): [number, number] => [round(x), round(y)])),
  );
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
    const subject = withinBox(rings, around).map(pairsOf);
    if (subject.length === 0) return [];
    const found = intersection(subject, [first, ...others].map(pairsOf));
    return found.flatMap((polygon) => clipPolygonToBoxes(polygon.map(verticesOf), WORLD).map(withMiddles));
  }
}

function withinBox(rings: PolygonRings, { west, south, east, north }: Box): readonly PolygonRings[] {
  const box: BoundingBox = [west, south, east, north];
  const isSmall = rings.reduce((count, { length }) => count + length, 0) <= FEW;
  return isSmall ? [rings] : clipPolygon(rings, sidesOf(box, 0));
}

const moved = (rings: PolygonRings, dx: number): PolygonRings =>
  dx === 0 ? rings : rings.map((ring) => ring.map(({ x, y, z }) => ({ x: x + dx, y, z })));

const pairsOf = (rings: PolygonRings): [number, number][][] =>
  rings.map((ring) => ring.map(({ x, y }): [number, number] => [x, y]));

const verticesOf = (ring: readonly (readonly [number, number])[]): readonly Vertex[] =>
  ring.map(([x, y]) => ({ x, y, z: undefined }));

/** Adds a vertex in the middle of wide edges, which would otherwise seem to cross the antimeridian. */
const withMiddles = (rings: Rings): Rings =>
  rings.map((ring) =>
    ring.flatMap((position, index): readonly Position[] => {
      const [x, y] = position;
      const [west = x, south = y] = ring[index - 1] ?? [];
      return Math.abs(x - west) > 180 ? [[(x + west) / 2, (y + south) / 2], position] : [position];
    }),
  );
