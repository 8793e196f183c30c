import { type TileShapes } from './shaping.js';
import { type GridPath } from './snap-path.js';

/** Shapes as lists of whole numbers that are short as text. Plain data, stored as JSON: its members keep their names. */
export interface PackedShapes {
  /** The first position, then the difference from each position to the next. */
  readonly points: readonly number[];
  /** For each path, how many numbers it has, then these numbers, as in `points`. */
  readonly lines: readonly number[];
  readonly polygons: readonly number[];
  /** The tiny polygons: the place and the area of each. */
  readonly grains: readonly number[];
}

export const packedShapes = ({ points, lines, polygons, tinyPolygons }: TileShapes): PackedShapes => ({
  points: waysOf(points),
  lines: packedPaths(lines),
  polygons: packedPaths(polygons),
  grains: tinyPolygons.flatMap(({ x, y, area }) => [x, y, area]),
});

export const unpackedShapes = ({ points, lines, polygons, grains }: PackedShapes): TileShapes => ({
  points: placesOf(points, 0, points.length),
  lines: unpackedPaths(lines),
  polygons: unpackedPaths(polygons),
  tinyPolygons: Array.from({ length: grains.length / 3 }, (_, index) => {
    const [x = 0, y = 0, area = 0] = grains.slice(index * 3, index * 3 + 3);
    return { x, y, area };
  }),
});

const waysOf = (path: GridPath): readonly number[] =>
  path.map((value, index) => value - (path[index - 2] ?? 0));

const packedPaths = (paths: readonly GridPath[]): readonly number[] =>
  paths.flatMap((path) => [path.length, ...waysOf(path)]);

function unpackedPaths(packed: readonly number[]): readonly GridPath[] {
  const paths: GridPath[] = [];
  for (let start = 0; start < packed.length;) {
    const end = start + 1 + (packed[start] ?? 0);
    paths.push(placesOf(packed, start + 1, end));
    start = end;
  }
  return paths;
}

function placesOf(ways: readonly number[], start: number, end: number): GridPath {
  const path: number[] = [];
  let [x, y] = [0, 0];
  for (let index = start; index < end; index += 2) {
    x += ways[index] ?? 0;
    y += ways[index + 1] ?? 0;
    path.push(x, y);
  }
  return path;
}
