import type { Geometry } from '../geojson/geojson.js';
import { type EdgeNode, edgeTreeOf } from './edge-tree.js';
import { type Edge, edgeOf, isPoint } from './edge.js';
import { type PlanarPart, planarParts } from './paths.js';
import type { Vertex } from './vertex.js';

const CELLS = 0xffff;

/** Spreads sixteen bits over every second of thirty-two. */
function spread(bits: number): number {
  let spreading = bits;
  spreading = (spreading | (spreading << 8)) & 0x00ff00ff;
  spreading = (spreading | (spreading << 4)) & 0x0f0f0f0f;
  spreading = (spreading | (spreading << 2)) & 0x33333333;
  return (spreading | (spreading << 1)) & 0x55555555;
}

/** Where the edge lies on a Z-order curve over the globe. */
function keyOf({ west, south, east, north }: Edge): number {
  const column = Math.floor(((((west + east) / 2 + 180) % 360) / 360) * CELLS);
  const row = Math.floor((((south + north) / 2 + 90) / 180) * CELLS);
  return (spread(column) | (spread(row) << 1)) >>> 0;
}

/** The edges so that those near each other are near each other in the list too. */
function inZOrder(edges: readonly Edge[]): readonly Edge[] {
  const keyed = edges.map((edge) => ({ edge, key: keyOf(edge) }));
  return keyed.sort((one, other) => one.key - other.key).map(({ edge }) => edge);
}

/** With at least this many parts, their order says nothing about their place. */
const MANY_PARTS = 8;

/** What comparisons need of a geometry. */
export interface IndexedGeometry {
  /** Over every edge, and every point as an edge without length. Absent for an empty geometry. */
  readonly root: EdgeNode | undefined;
  /** One vertex of each part. */
  readonly starts: readonly Vertex[];
  readonly hasArea: boolean;
  /** The vertex of a geometry that is one point and nothing else. */
  readonly point: Vertex | undefined;
}

/** A geometry with an index over its edges, for one that is compared with many others. */
export class PreparedGeometry implements IndexedGeometry {
  /** In the order of the tree. */
  readonly edges: readonly Edge[];
  readonly root: EdgeNode | undefined;
  readonly starts: readonly Vertex[];
  readonly hasArea: boolean;
  readonly point: Vertex | undefined;

  constructor(readonly geometry: Geometry) {
    const edges: Edge[] = [];
    const starts: Vertex[] = [];
    let polygons = 0;
    for (const part of planarParts(geometry)) {
      if (part.kind === 'point') addPath([part.vertex, part.vertex], edges);
      else if (part.kind === 'line') addPath(part.path, edges);
      else {
        for (const ring of part.rings) addPath(ring, edges, polygons);
        polygons += 1;
      }
      const start = startOf(part);
      if (start !== undefined) starts.push(start);
    }
    this.edges = starts.length > MANY_PARTS ? inZOrder(edges) : edges;
    this.root = edgeTreeOf(this.edges);
    this.starts = starts;
    this.hasArea = polygons > 0;
    this.point = edges.length === 1 && polygons === 0 ? pointOf(edges[0]) : undefined;
  }
}

function startOf(part: PlanarPart): Vertex | undefined {
  if (part.kind === 'point') return part.vertex;
  return part.kind === 'line' ? part.path[0] : part.rings[0]?.[0];
}

const pointOf = (edge: Edge | undefined): Vertex | undefined => (edge && isPoint(edge) ? edge.a : undefined);

/** Indexes the geometry once, for comparisons with many others. */
export function prepare(geometry: Geometry | PreparedGeometry): PreparedGeometry {
  return geometry instanceof PreparedGeometry ? geometry : new PreparedGeometry(geometry);
}

export const indexed = (geometry: Geometry | IndexedGeometry): IndexedGeometry =>
  'root' in geometry ? geometry : new PreparedGeometry(geometry);

function addPath(path: readonly Vertex[], edges: Edge[], polygon?: number): void {
  let before: Vertex | undefined;
  for (const vertex of path) {
    if (before !== undefined) edges.push(edgeOf(before, vertex, polygon));
    before = vertex;
  }
}
