import type { Path } from './source-features.js';
import { onGrid, type TilePlace, EXTENT } from './tile-place.js';

/** The whole map as one tile, in whose units the index is. */
const WORLD: TilePlace = { zoom: 0, x: 0, y: 0 };
/** The edges of a feature are kept by rows, so many at most; each has this many edges or more. */
const MAX_ROWS = 50_000;
const EDGES_PER_ROW = 8;
/** So many edges are given, or up to twice as many. */
const MAX_EDGES = 100_000;

/** West, north, east and south in units of the map. */
export type MapBox = readonly [left: number, top: number, right: number, bottom: number];

/** The rings of a feature on the map, with their edges by rows, so that few of them are looked at for a place. */
export class AreaIndex {
  readonly box: MapBox;
  /** x and y of both ends of each edge, in turns. */
  private readonly edges: Float64Array;
  /** For each row, where its edges begin in `inRows`. */
  private readonly starts: Uint32Array;
  private readonly inRows: Uint32Array;
  private readonly rows: number;

  /**
   * @param paths Rings without jumps.
   * @param placed Where a position is on the map; positions are in degrees unless it is given.
   */
  constructor(paths: readonly Path[], placed: Placed = (position) => onGrid(position, WORLD)) {
    this.edges = edgesOf(paths, placed);
    this.box = boxOf(this.edges);
    const count = this.edges.length / 4;
    this.rows = Math.max(1, Math.min(MAX_ROWS, Math.ceil(count / EDGES_PER_ROW)));
    this.starts = new Uint32Array(this.rows + 1);
    for (let edge = 0; edge < count; edge += 1)
      for (let row = this.firstRow(edge); row <= this.lastRow(edge); row += 1) this.add(row + 1, 1);
    for (let row = 0; row < this.rows; row += 1) this.add(row + 1, this.starts[row] ?? 0);
    this.inRows = new Uint32Array(this.starts[this.rows] ?? 0);
    const filled = this.starts.slice();
    for (let edge = 0; edge < count; edge += 1)
      for (let row = this.firstRow(edge); row <= this.lastRow(edge); row += 1) {
        this.inRows[filled[row] ?? 0] = edge;
        filled[row] = (filled[row] ?? 0) + 1;
      }
  }

  /** Whether a place is inside, by the even-odd rule. */
  holds(x: number, y: number): boolean {
    if (y < this.box[1] || y > this.box[3]) return false;
    let isIn = false;
    const row = this.rowOf(y);
    for (let index = this.starts[row] ?? 0; index < (this.starts[row + 1] ?? 0); index += 1) {
      const [x1, y1, x2, y2] = this.edge(this.inRows[index] ?? 0);
      if (y1 < y !== y2 < y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn;
    }
    return isIn;
  }

  /** Whether an edge is no farther from a place. */
  hasEdgeNear(x: number, y: number, distance: number): boolean {
    const last = this.rowOf(y + distance);
    for (let row = this.rowOf(y - distance); row <= last; row += 1)
      for (let index = this.starts[row] ?? 0; index < (this.starts[row + 1] ?? 0); index += 1)
        if (squaredDistance([x, y], this.edge(this.inRows[index] ?? 0)) <= distance * distance) return true;
    return false;
  }

  /** Edges of the rows from one to another, some of them twice; of many not all. */
  edgesBetween(top: number, bottom: number): readonly Edge[] {
    const found: Edge[] = [];
    const [start, end] = [this.starts[this.rowOf(top)] ?? 0, this.starts[this.rowOf(bottom) + 1] ?? 0];
    const step = Math.max(1, Math.floor((end - start) / MAX_EDGES));
    for (let index = start; index < end; index += step) found.push(this.edge(this.inRows[index] ?? 0));
    return found;
  }

  private edge(index: number): Edge {
    const at = 4 * index;
    const { edges } = this;
    return [edges[at] ?? 0, edges[at + 1] ?? 0, edges[at + 2] ?? 0, edges[at + 3] ?? 0];
  }

  private add(row: number, count: number): void {
    this.starts[row] = (this.starts[row] ?? 0) + count;
  }

  private firstRow(edge: number): number {
    return this.rowOf(Math.min(this.edges[4 * edge + 1] ?? 0, this.edges[4 * edge + 3] ?? 0));
  }

  private lastRow(edge: number): number {
    return this.rowOf(Math.max(this.edges[4 * edge + 1] ?? 0, this.edges[4 * edge + 3] ?? 0));
  }

  private rowOf(y: number): number {
    const [, top, , bottom] = this.box;
    const row = Math.floor(((y - top) / (bottom - top || 1)) * this.rows);
    return Math.min(this.rows - 1, Math.max(0, row));
  }
}

type Placed = (position: Path[number]) => readonly [number, number];

/** From one end to the other. */
export type Edge = readonly [x1: number, y1: number, x2: number, y2: number];

function edgesOf(paths: readonly Path[], placed: Placed): Float64Array {
  const edges = new Float64Array(4 * paths.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const path of paths) {
    const [first] = path;
    if (first === undefined) continue;
    let before = placed(path.at(-1) ?? first);
    for (const position of path) {
      const here = placed(position);
      edges.set(before, at);
      edges.set(here, at + 2);
      at += 4;
      before = here;
    }
  }
  return edges;
}

function boxOf(edges: Float64Array): MapBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < edges.length; at += 2) {
    const [x, y] = [edges[at] ?? 0, edges[at + 1] ?? 0];
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return [left, top, right, bottom];
}

function squaredDistance([x, y]: readonly [number, number], [x1, y1, x2, y2]: Edge): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
  return (x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2;
}

/** Where a place on the grid of a tile is on the map. */
export function onMap([x, y]: readonly [number, number], tile: TilePlace): readonly [number, number] {
  const side = 2 ** tile.zoom;
  return [(tile.x * EXTENT + x) / side, (tile.y * EXTENT + y) / side];
}

/** Where a place on the map is on the grid of a tile. */
export function onTile([x, y]: readonly [number, number], tile: TilePlace): readonly [number, number] {
  const side = 2 ** tile.zoom;
  return [x * side - tile.x * EXTENT, y * side - tile.y * EXTENT];
}
