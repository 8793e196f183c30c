import type { DecodedFeature } from './decoded-tile.js';
import type { SourceFeature } from './source-features.js';
import { EXTENT, onGrid, type TilePlace } from './tile-place.js';

/** A position is rounded to the grid, and an edge between two of them moves with them. */
const TOLERANCE = 1.5;
/** What is smaller is drawn as dust, if at all. */
const VISIBLE = 6;
/** So many positions of a feature are looked at. */
const LOOKED_AT = 400;

type Grid = readonly (readonly [number, number])[];

/** Whether a path ends where it begins. */
type End = 'closed' | 'open';

/** A shape of a feature on the grid of the tile, and what is to be seen of it. */
interface Shape {
  readonly kind: SourceFeature['kind'];
  readonly paths: readonly Grid[];
}

/**
 * What is wrong with the shapes of a tile in which nothing was left out, compared with the shapes they were drawn of, by
 * brute force: what has to be there and is not, and what is there and should not be.
 */
export function shapeFaults(
  decoded: readonly DecodedFeature[],
  { features, tile }: { readonly features: readonly SourceFeature[]; readonly tile: TilePlace },
): readonly string[] {
  const drawn = grouped(decoded);
  const faults: string[] = [];
  for (const { id, kind, paths } of features) {
    const shape = { kind, paths: paths.map((path) => path.map((position) => onGrid(position, tile))) };
    if (!shape.paths.some((path) => isNear(path))) continue;
    const there = drawn.get(id)?.filter((one) => one.kind === kind) ?? [];
    drawn.delete(id);
    const fault = faultOf(
      shape,
      there.flatMap((one) => one.paths),
    );
    if (fault !== undefined) faults.push(`${id} ${fault}`);
  }
  for (const id of drawn.keys()) faults.push(`${id} is drawn and is not near`);
  return faults;
}

function faultOf(shape: Shape, drawn: readonly Grid[]): string | undefined {
  const end: End = shape.kind === 'polygon' ? 'closed' : 'open';
  const visible = shape.paths.filter((path) => shape.kind === 'point' || sizeOf(path) >= VISIBLE);
  const wanted = some(visible.flat().filter(isInside));
  const lost = wanted.find((position) => distanceTo(position, drawn, end) > TOLERANCE);
  if (lost !== undefined) return `is not drawn at ${lost.map(Math.round).join(', ')}`;
  const shown = some(drawn.filter((path) => shape.kind === 'point' || sizeOf(path) >= VISIBLE).flat());
  const added = shown.find(
    (position) => isWellInside(position) && distanceTo(position, shape.paths, end) > TOLERANCE,
  );
  return added && `is drawn at ${added.join(', ')}, where it is not`;
}

function grouped(decoded: readonly DecodedFeature[]): Map<string, DecodedFeature[]> {
  const groups = new Map<string, DecodedFeature[]>();
  for (const feature of decoded) groups.set(feature.id, [...(groups.get(feature.id) ?? []), feature]);
  return groups;
}

const isInside = ([x, y]: readonly [number, number]): boolean => x >= 0 && x < EXTENT && y >= 0 && y < EXTENT;

/** Not where shapes are cut off at the edge of the map or of the tile. */
const isWellInside = ([x, y]: readonly [number, number]): boolean =>
  x > 2 && x < EXTENT - 2 && y > 2 && y < EXTENT - 2;

function isNear(path: Grid): boolean {
  const [left, top, right, bottom] = boxOf(path);
  return right >= -70 && left <= EXTENT + 70 && bottom >= -70 && top <= EXTENT + 70;
}

function sizeOf(path: Grid): number {
  const [left, top, right, bottom] = boxOf(path);
  return Math.min(right - left, bottom - top);
}

function boxOf(path: Grid): readonly [number, number, number, number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of path) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
  }
  return [left, top, right, bottom];
}

function some<T>(items: readonly T[]): readonly T[] {
  const step = Math.max(1, Math.floor(items.length / LOOKED_AT));
  return items.filter((_, index) => index % step === 0);
}

/** To the nearest edge, or the nearest position of a path of one. */
function distanceTo([x, y]: readonly [number, number], paths: readonly Grid[], end: End): number {
  let nearest = Infinity;
  for (const path of paths)
    for (let index = 0; index < path.length; index += 1) {
      const [x1, y1] = path[index] ?? [0, 0];
      const [x2, y2] = path[index + 1] ?? (end === 'closed' ? path[0] : undefined) ?? [x1, y1];
      const [dx, dy] = [x2 - x1, y2 - y1];
      const length = dx * dx + dy * dy;
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
      nearest = Math.min(nearest, (x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2);
    }
  return Math.sqrt(nearest);
}
