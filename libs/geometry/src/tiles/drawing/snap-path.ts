import { type Box } from '../../plane/box.js';
import { type GridProjection } from './tile-grid.js';

/** A path on the grid: x and y in turns. */
export type GridPath = readonly number[];

/** How a path is projected: `box` is the box of the grid in degrees, and `turn` is added to longitudes. */
export interface Snapping {
  readonly projection: GridProjection;
  readonly box: Box;
  readonly turn: number;
}

/** A path of positions that goes on without jumps. */
export interface Longitudes {
  readonly length: number;
  x(index: number): number;
  y(index: number): number;
}

/**
 * The path on the grid, without repeated positions and without what is beside the tile. This does not change the part
 * inside: of vertices beyond one side, the first and the last are kept.
 */
export function snapPath(path: Longitudes, { projection, box, turn }: Snapping): number[] {
  const snapped: number[] = [];
  const sideOf = (index: number): number => {
    const x = path.x(index) + turn;
    const y = path.y(index);
    return (x < box.west ? 1 : x > box.east ? 2 : 0) | (y < box.south ? 4 : y > box.north ? 8 : 0);
  };
  let kept = 0;
  let side = path.length > 0 ? sideOf(0) : 0;
  for (let index = 0; index < path.length; index += 1) {
    const isLast = index === path.length - 1;
    const next = isLast ? 0 : sideOf(index + 1);
    if (index === 0 || isLast || (kept & side & next) === 0) {
      addTo(snapped, projection.x(path.x(index) + turn), projection.y(path.y(index)));
      kept = side;
    }
    side = next;
  }
  return snapped;
}

/**
 * Appends a position, unless the path already ends there. Of three positions on a straight line, the middle one is left
 * out.
 */
export function addTo(path: number[], x: number, y: number): void {
  const end = path.length;
  const dx = x - (path[end - 2] ?? NaN);
  const dy = y - (path[end - 1] ?? NaN);
  if (dx === 0 && dy === 0) return;
  if (end >= 4) {
    const beforeX = (path[end - 2] ?? 0) - (path[end - 4] ?? 0);
    const beforeY = (path[end - 1] ?? 0) - (path[end - 3] ?? 0);
    if (beforeX * dy === beforeY * dx && beforeX * dx + beforeY * dy > 0) {
      path[end - 2] = x;
      path[end - 1] = y;
      return;
    }
  }
  path.push(x, y);
}
