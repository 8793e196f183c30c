import { CELL } from './small-polygon-merger.js';
import { type GridPath } from './snap-path.js';

/** A square of merged small polygons, and how it relates to the rings. */
interface Square {
  readonly path: GridPath;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
  /** Whether an odd number of edges is west of its first unit. */
  isInside: boolean;
  isCrossed: boolean;
}

/** Edges within this many cells are compared with the squares of those cells, longer ones with all squares. */
const MAX_CELLS = 64;

/** The squares whose area does not overlap the rings, by the even-odd rule. */
export function squaresBeside(squares: readonly GridPath[], rings: readonly GridPath[]): readonly GridPath[] {
  if (squares.length === 0 || rings.length === 0) return squares;
  const known = squares.map(squareOf);
  const byCell = new Map(known.map((square) => [cellOf(square.west, square.north), square]));
  const byRow = [...known].sort((one, other) => one.north - other.north);
  for (const ring of rings) {
    let x1 = ring.at(-2) ?? 0;
    let y1 = ring.at(-1) ?? 0;
    for (let index = 0; index < ring.length; index += 2) {
      const x2 = ring[index] ?? 0;
      const y2 = ring[index + 1] ?? 0;
      const edge: Edge = { x1, y1, x2, y2 };
      for (const square of near(edge, byCell) ?? known) square.isCrossed ||= crosses(edge, square);
      countRows(edge, byRow);
      [x1, y1] = [x2, y2];
    }
  }
  return known.filter(({ isInside, isCrossed }) => !isInside && !isCrossed).map(({ path }) => path);
}

interface Edge {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

function squareOf(path: GridPath): Square {
  const [west = 0, north = 0, , , east = 0, south = 0] = path;
  return { path, west, north, east, south, isInside: false, isCrossed: false };
}

const cellOf = (x: number, y: number): number => Math.floor(x / CELL) * 2 ** 26 + Math.floor(y / CELL);

/** The squares in the cells of an edge's box; `undefined` for one of many cells. */
function near({ x1, y1, x2, y2 }: Edge, byCell: ReadonlyMap<number, Square>): readonly Square[] | undefined {
  const [west, east] = [Math.floor(Math.min(x1, x2) / CELL), Math.floor(Math.max(x1, x2) / CELL)];
  const [north, south] = [Math.floor(Math.min(y1, y2) / CELL), Math.floor(Math.max(y1, y2) / CELL)];
  if ((east - west + 1) * (south - north + 1) > MAX_CELLS) return undefined;
  const found: Square[] = [];
  for (let column = west; column <= east; column += 1)
    for (let row = north; row <= south; row += 1) {
      const square = byCell.get(column * 2 ** 26 + row);
      if (square !== undefined) found.push(square);
    }
  return found;
}

/** Whether an edge has a point inside the square, not only on its sides. */
function crosses({ x1, y1, x2, y2 }: Edge, { west, north, east, south }: Square): boolean {
  if (Math.max(x1, x2) <= west || Math.min(x1, x2) >= east) return false;
  if (Math.max(y1, y2) <= north || Math.min(y1, y2) >= south) return false;
  const sideOf = (x: number, y: number): number => (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
  const sides = [sideOf(west, north), sideOf(east, north), sideOf(east, south), sideOf(west, south)];
  return Math.min(...sides) < 0 && Math.max(...sides) > 0;
}

/** Looks at the middle of the first unit of each square, where no edge has an end. */
function countRows({ x1, y1, x2, y2 }: Edge, byRow: readonly Square[]): void {
  const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
  for (let index = firstFrom(byRow, top); index < byRow.length; index += 1) {
    const square = byRow[index];
    if (square === undefined || square.north >= bottom) return;
    const x = x1 + ((square.north + 0.5 - y1) / (y2 - y1)) * (x2 - x1);
    if (x < square.west + 0.5) square.isInside = !square.isInside;
  }
}

function firstFrom(byRow: readonly Square[], y: number): number {
  let [low, high] = [0, byRow.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((byRow[middle]?.north ?? Infinity) < y) low = middle + 1;
    else high = middle;
  }
  return low;
}
