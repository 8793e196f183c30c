import { Extent } from '../../plane/extent.js';
import { edgesOf } from './edge-sweep.js';
import { gridGraph, type GridGraph } from './grid-graph.js';
import { type GridPath } from './snap-path.js';

/** Maximum cells on each side of a square. More would take gigabytes. */
export const MAX_CELLS_ACROSS = 1_024;

/**
 * The outline of the cells whose middle is in the area of the rings, by the even-odd rule. It takes as long as there are
 * edges in rows, no matter how often they cross, and a byte for each cell of their box.
 *
 * @param rings On a grid with a cell for each square of its units, of which they reach over `MAX_CELLS_ACROSS` at most.
 */
export function coveredCells(rings: readonly GridPath[]): GridGraph {
  const cells = cellsOf(rings);
  const { west, north, width, height } = cells;
  const sides: number[] = [];
  for (let row = 0; row <= height; row += 1)
    for (let column = 0; column <= width; column += 1) {
      const [x, y] = [west + column, north + row];
      const isCovered = cells.has(column, row);
      if (isCovered !== cells.has(column - 1, row)) sides.push(x, y, x, y + 1);
      if (isCovered !== cells.has(column, row - 1)) sides.push(x, y, x + 1, y);
    }
  return gridGraph(Int32Array.from(sides));
}

class Cells {
  readonly west: number;
  readonly north: number;
  readonly width: number;
  readonly height: number;
  private readonly covered: Uint8Array;

  /** South is up in an extent, and down on the grid. */
  constructor({ west, south: least, east, north: most }: Extent) {
    this.west = west;
    this.north = least;
    this.width = east - west;
    this.height = most - least;
    this.covered = new Uint8Array(this.width * this.height);
  }

  has(column: number, row: number): boolean {
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return false;
    return this.covered[row * this.width + column] === 1;
  }

  /** An edge crosses the middle of a row at `x`: what is east of it changes sides. */
  cross(x: number, y: number): void {
    const column = Math.ceil(x - 0.5) - this.west;
    const cell = (y - this.north) * this.width + column;
    if (column < this.width) this.covered[cell] = (this.covered[cell] ?? 0) ^ 1;
  }

  /** A cell is inside if an odd number of edges is west of it. */
  settle(): void {
    for (let row = 0; row < this.height; row += 1)
      for (let cell = row * this.width + 1; cell < (row + 1) * this.width; cell += 1)
        this.covered[cell] = (this.covered[cell] ?? 0) ^ (this.covered[cell - 1] ?? 0);
  }
}

function cellsOf(rings: readonly GridPath[]): Cells {
  const extent = new Extent();
  for (const ring of rings)
    for (let index = 0; index < ring.length; index += 2) extent.add(ring[index] ?? 0, ring[index + 1] ?? 0);
  const cells = new Cells(extent);
  const edges = edgesOf(rings);
  for (let edge = 0; edge < edges.length; edge += 4) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = edges.subarray(edge, edge + 4);
    const slope = (x2 - x1) / (y2 - y1);
    for (let row = Math.min(y1, y2); row < Math.max(y1, y2); row += 1)
      cells.cross(x1 + (row + 0.5 - y1) * slope, row);
  }
  cells.settle();
  return cells;
}
