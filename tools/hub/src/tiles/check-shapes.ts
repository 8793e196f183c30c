import type { DecodedFeature } from './decoded-tile.js';
import type { Path, SourceFeature } from './source-features.js';
import { EXTENT, onGrid, type TilePlace } from './tile-place.js';

/** A position is rounded to the grid, and an edge between two of them moves with them. */
const TOLERANCE = 1.5;
/** What is smaller is drawn as dust, if at all. */
const VISIBLE = 6;
/** An edge moves with both its ends, and where two cross that were side by side, up to where they do. */
const EDGE = 2.5;
/** Shapes too small for the grid are merged to squares, this far away at most. */
const DUST = 12;
/** So many positions of a feature are looked at; fewer of one with so many edges that it takes minutes. */
const LOOKED_AT = 200;
const LEAST_LOOKED_AT = 12;
const EDGES_LOOKED_AT = 20_000_000;

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
  for (const { id, kind, paths } of features.flatMap((feature) => seenFrom(tile, feature))) {
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

/** A feature with its paths unwrapped, and the box around them in degrees. */
interface Unwrapped {
  readonly paths: readonly Path[];
  readonly box: ReturnType<typeof boxOf>;
}

const known = new WeakMap<SourceFeature, Unwrapped>();

/** The feature moved around the globe to wherever the tile or its buffer may show it; none if it is too far. */
function seenFrom(tile: TilePlace, feature: SourceFeature): readonly SourceFeature[] {
  const { paths, box } = known.get(feature) ?? unwrapped(feature);
  known.set(feature, { paths, box });
  const [west, south, east, north] = box;
  const moved = [-360, 0, 360].flatMap((turn) => {
    const corners = [onGrid([west + turn, south], tile), onGrid([east + turn, north], tile)];
    return isNear(corners) ? paths.map((path) => path.map(([x, y]) => [x + turn, y] as const)) : [];
  });
  return moved.length === 0 ? [] : [{ ...feature, paths: moved }];
}

/** Without jumps across the antimeridian; a ring around a pole goes along it. */
function unwrapped({ kind, paths }: SourceFeature): Unwrapped {
  const straight = paths.map((path): Path => {
    let turn = 0;
    const positions = path.map(([x, y], index): [number, number] => {
      const before = path[index - 1]?.[0] ?? x;
      if (x - before > 180) turn -= 360;
      if (before - x > 180) turn += 360;
      return [x + turn, y];
    });
    const [[first, latitude] = [0, 0]] = positions;
    const last = positions.at(-1)?.[0] ?? first;
    if (kind !== 'polygon' || Math.abs(first - last) < 180) return positions;
    const pole = latitude < 0 ? -90 : 90;
    return [...positions, [last, pole], [first, pole]];
  });
  return { paths: straight, box: boxOf(straight.flat()) };
}

function faultOf(shape: Shape, drawn: readonly Grid[]): string | undefined {
  return shape.kind === 'polygon' ? areaFault(shape.paths, drawn) : pathFault(shape, drawn);
}

/** What is narrower than the grid has no area on it, so that areas are compared away from their edges. */
function areaFault(paths: readonly Grid[], drawn: readonly Grid[]): string | undefined {
  const box = boxOf(paths.flat().filter(isNearby));
  const edges = paths.reduce((sum, { length }) => sum + length, 0);
  const count = Math.min(LOOKED_AT, Math.max(LEAST_LOOKED_AT, Math.floor(EDGES_LOOKED_AT / edges)));
  const places = Array.from({ length: count }, (_, index) => placeIn(box, index)).filter(isWellInside);
  const wrong = places.find((place) => {
    const isWanted = isWithin(place, paths);
    if (isWanted === isWithin(place, drawn)) return false;
    return distanceTo(place, paths, 'closed') > (isWanted ? EDGE : DUST);
  });
  return (
    wrong && `is ${isWithin(wrong, paths) ? 'not ' : ''}drawn around ${wrong.map(Math.round).join(', ')}`
  );
}

function pathFault({ kind, paths }: Shape, drawn: readonly Grid[]): string | undefined {
  const isVisible = (path: Grid): boolean => kind === 'point' || sizeOf(path) >= VISIBLE;
  const wanted = some(paths.filter(isVisible).flat().filter(isInside));
  const lost = wanted.find((position) => distanceTo(position, drawn, 'open') > TOLERANCE);
  if (lost !== undefined) return `is not drawn at ${lost.map(Math.round).join(', ')}`;
  const shown = some(drawn.filter(isVisible).flat().filter(isWellInside));
  const added = shown.find((position) => distanceTo(position, paths, 'open') > TOLERANCE);
  return added && `is drawn at ${added.join(', ')}, where it is not`;
}

/** By the even-odd rule. */
function isWithin([x, y]: readonly [number, number], paths: readonly Grid[]): boolean {
  let isIn = false;
  for (const path of paths)
    for (let index = 0; index < path.length; index += 1) {
      const [x1, y1] = path[index] ?? [0, 0];
      const [x2, y2] = path[(index + 1) % path.length] ?? [0, 0];
      if (y1 < y !== y2 < y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isIn = !isIn;
    }
  return isIn;
}

/** Places all over the box, the same ones each time (a sequence of the golden ratio in two dimensions). */
function placeIn(
  [left, top, right, bottom]: ReturnType<typeof boxOf>,
  index: number,
): readonly [number, number] {
  const [along, down] = [(index * 0.7548776662) % 1, (index * 0.5698402909) % 1];
  return [left + along * (right - left), top + down * (bottom - top)];
}

const isNearby = ([x, y]: readonly [number, number]): boolean =>
  x > -EXTENT && x < 2 * EXTENT && y > -EXTENT && y < 2 * EXTENT;

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

function boxOf(
  path: Iterable<readonly [number, number, ...number[]]>,
): readonly [number, number, number, number] {
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
