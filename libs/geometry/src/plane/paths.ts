import { flatten } from '../geojson/flatten.js';
import { type Geometry, type Position, type Rings, type SimpleGeometry } from '../geojson/geojson.js';
import { isPosition } from '../geojson/position.js';
import { unwrapLine, unwrapRing } from './unwrap.js';
import { type Vertex } from './vertex.js';

/** A single point, a line, or the rings of one polygon with the exterior first, in the plane of degrees. */
export type PlanarPart =
  | { readonly kind: 'point'; readonly vertex: Vertex }
  | { readonly kind: 'line'; readonly path: readonly Vertex[] }
  | { readonly kind: 'polygon'; readonly rings: readonly (readonly Vertex[])[] };

/** The parts of a geometry, without empty ones. */
export function* planarParts(geometry: Geometry): Generator<PlanarPart, void, undefined> {
  for (const member of flatten(geometry)) yield* partsOf(member);
}

function* partsOf(geometry: SimpleGeometry): Generator<PlanarPart, void, undefined> {
  switch (geometry.type) {
    case 'Point':
      if (isPosition(geometry.coordinates)) yield* points([geometry.coordinates]);
      break;
    case 'MultiPoint':
      yield* points(geometry.coordinates);
      break;
    case 'LineString':
      yield* lines([geometry.coordinates]);
      break;
    case 'MultiLineString':
      yield* lines(geometry.coordinates);
      break;
    case 'Polygon':
      yield* polygons([geometry.coordinates]);
      break;
    case 'MultiPolygon':
      yield* polygons(geometry.coordinates);
  }
}

function* points(positions: readonly Position[]): Generator<PlanarPart, void, undefined> {
  for (const position of positions)
    for (const vertex of unwrapLine([position])) yield { kind: 'point', vertex };
}

function* lines(all: readonly (readonly Position[])[]): Generator<PlanarPart, void, undefined> {
  for (const positions of all) if (positions.length > 0) yield { kind: 'line', path: unwrapLine(positions) };
}

function* polygons(all: readonly Rings[]): Generator<PlanarPart, void, undefined> {
  for (const [exterior, ...holes] of all) {
    if (exterior === undefined) continue;
    const outline = unwrapRing(exterior);
    const west = outline.reduce((least, { x }) => Math.min(least, x), Infinity);
    yield { kind: 'polygon', rings: [outline, ...holes.map((hole) => unwrapRing(hole, west))] };
  }
}
