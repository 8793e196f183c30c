import { addTo, type GridPath } from './snap-path.js';
import { type TileGrid } from './tile-grid.js';

/** The square from `least` to `most` on both axes. */
export interface Square {
  readonly least: number;
  readonly most: number;
}

/** A tile with its buffer. */
export const squareOf = ({ extent, buffer }: Pick<TileGrid, 'extent' | 'buffer'>): Square => ({
  least: -buffer,
  most: extent + buffer,
});

/** One side of the square. */
interface Side {
  readonly isX: boolean;
  readonly limit: number;
  readonly sign: 1 | -1;
}

const sidesOf = ({ least, most }: Square): readonly Side[] => [
  { isX: true, limit: least, sign: 1 },
  { isX: true, limit: most, sign: -1 },
  { isX: false, limit: least, sign: 1 },
  { isX: false, limit: most, sign: -1 },
];

const isWithin = (path: GridPath, { least, most }: Square): boolean =>
  path.every((value) => value >= least && value <= most);

/** Clips a ring by Sutherland and Hodgman's way: its parts stay connected along the sides of the square. */
export function clipRing(ring: GridPath, square: Square): GridPath {
  if (isWithin(ring, square)) return ring;
  return sidesOf(square).reduce(clipRingToSide, ring);
}

function clipRingToSide(ring: GridPath, side: Side): GridPath {
  const clipped: number[] = [];
  let ax = ring.at(-2) ?? 0;
  let ay = ring.at(-1) ?? 0;
  let isInside = isInsideOf(side, ax, ay);
  for (let index = 0; index < ring.length; index += 2) {
    const bx = ring[index] ?? 0;
    const by = ring[index + 1] ?? 0;
    const isNext = isInsideOf(side, bx, by);
    if (isInside !== isNext) addCrossing(clipped, side, isNext ? [bx, by, ax, ay] : [ax, ay, bx, by]);
    if (isNext) addTo(clipped, bx, by);
    [ax, ay, isInside] = [bx, by, isNext];
  }
  return clipped;
}

const isInsideOf = ({ isX, limit, sign }: Side, x: number, y: number): boolean =>
  ((isX ? x : y) - limit) * sign >= 0;

type Edge = readonly [insideX: number, insideY: number, outsideX: number, outsideY: number];

/** Appends where an edge crosses a side, on the grid: always seen from the inside, so that both directions agree. */
function addCrossing(path: number[], { isX, limit }: Side, [ax, ay, bx, by]: Edge): void {
  if (isX) addTo(path, limit, Math.round(ay + ((limit - ax) / (bx - ax)) * (by - ay)));
  else addTo(path, Math.round(ax + ((limit - ay) / (by - ay)) * (bx - ax)), limit);
}

/** The parts of a line inside the square, each of at least two positions. */
export function clipLine(line: GridPath, square: Square): readonly GridPath[] {
  const whole = line.length >= 4 ? [line] : [];
  if (isWithin(line, square)) return whole;
  return sidesOf(square).reduce<readonly GridPath[]>(
    (parts, side) => parts.flatMap((part) => clipLineToSide(part, side)),
    whole,
  );
}

function clipLineToSide(line: GridPath, side: Side): readonly GridPath[] {
  const parts: number[][] = [];
  let part: number[] = [];
  const close = () => {
    if (part.length >= 4) parts.push(part);
    part = [];
  };
  for (let index = 0; index < line.length; index += 2) {
    const [bx = 0, by = 0] = [line[index], line[index + 1]];
    const isInside = isInsideOf(side, bx, by);
    if (index > 0) {
      const [ax = 0, ay = 0] = [line[index - 2], line[index - 1]];
      const wasInside = isInsideOf(side, ax, ay);
      if (wasInside !== isInside) addCrossing(part, side, wasInside ? [ax, ay, bx, by] : [bx, by, ax, ay]);
      if (wasInside && !isInside) close();
    }
    if (isInside) addTo(part, bx, by);
  }
  close();
  return parts;
}
