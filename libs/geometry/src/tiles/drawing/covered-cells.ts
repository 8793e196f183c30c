import { edgesOf } from './edge-sweep.js';
import { gridGraph, type GridGraph } from './grid-graph.js';
import { type GridPath } from './snap-path.js';

/**
 * The outline of the cells whose middle is in the area of the rings, by the even-odd rule. It takes as long as there are
 * edges in rows, no matter how often they cross.
 *
 * @param rings On a grid with a cell for each square of its units.
 */
export function coveredCells(rings: readonly GridPath[]): GridGraph {
  const sides: number[] = [];
  for (const [row, crossings] of crossingsOf(rings)) {
    const sorted = Float64Array.from(crossings).sort();
    for (let index = 0; index + 1 < sorted.length; index += 2) {
      const west = Math.ceil((sorted[index] ?? 0) - 0.5);
      const east = Math.ceil((sorted[index + 1] ?? 0) - 0.5);
      if (west === east) continue;
      sides.push(west, row, west, row + 1, east, row, east, row + 1);
      // Those between two cells come twice: they bound nothing.
      for (let x = west; x < east; x += 1) sides.push(x, row, x + 1, row, x, row + 1, x + 1, row + 1);
    }
  }
  return gridGraph(Int32Array.from(sides));
}

/** Where edges cross the middle of each row of cells. */
function crossingsOf(rings: readonly GridPath[]): ReadonlyMap<number, readonly number[]> {
  const rows = new Map<number, number[]>();
  const edges = edgesOf(rings);
  for (let edge = 0; edge < edges.length; edge += 4) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = edges.subarray(edge, edge + 4);
    const slope = (x2 - x1) / (y2 - y1);
    for (let row = Math.min(y1, y2); row < Math.max(y1, y2); row += 1) {
      const x = x1 + (row + 0.5 - y1) * slope;
      const known = rows.get(row);
      if (known === undefined) rows.set(row, [x]);
      else known.push(x);
    }
  }
  return rows;
}
