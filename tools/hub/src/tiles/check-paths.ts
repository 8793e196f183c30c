import { type Grid, isInside, isNear, isWellInside, boxOf, some, TOLERANCE } from './grid-path.js';
import type { SourceFeature } from './source-features.js';
import { onGrid, type TilePlace } from './tile-place.js';
import { type Unwrapped, unwrapped } from './unwrapped.js';

/** Shorter lines may be left out. */
const VISIBLE = 6;

/** A shape of a feature on the grid of the tile, and what is to be seen of it. */
interface Shape {
  readonly kind: SourceFeature['kind'];
  readonly paths: readonly Grid[];
}

export interface Drawing {
  readonly tile: TilePlace;
  /** What is drawn of the feature. */
  readonly drawn: readonly Grid[];
}

/** A fault of points or lines, unless they are right, or too far to be seen. */
export function pathFaultOf(feature: SourceFeature, { tile, drawn }: Drawing): string {
  const [{ kind, paths } = { kind: feature.kind, paths: [] }] = seenFrom(tile, feature);
  const shape = { kind, paths: paths.map((path) => path.map((position) => onGrid(position, tile))) };
  return shape.paths.some((path) => isNear(path)) ? (pathFault(shape, drawn) ?? 'right') : 'far';
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

function pathFault({ kind, paths }: Shape, drawn: readonly Grid[]): string | undefined {
  const isVisible = (path: Grid): boolean => kind === 'point' || lengthOf(path) >= VISIBLE;
  const wanted = some(paths.filter(isVisible).flatMap(withMiddles).filter(isInside));
  const lost = wanted.find((position) => distanceTo(position, drawn) > TOLERANCE);
  if (lost !== undefined) return `is not drawn at ${lost.map(Math.round).join(', ')}`;
  const shown = some(drawn.filter(isVisible).flatMap(withMiddles).filter(isWellInside));
  const added = shown.find((position) => distanceTo(position, paths) > TOLERANCE);
  return added && `is drawn at ${added.join(', ')}, where it is not`;
}

/** The positions of a path, and the middles of its edges. */
const withMiddles = (path: Grid): Grid =>
  path.flatMap(([x, y], index) => {
    const [x2, y2] = path[index + 1] ?? [x, y];
    return [[x, y] as const, [(x + x2) / 2, (y + y2) / 2] as const];
  });

/** Of the longer side of its box. */
function lengthOf(path: Grid): number {
  const [left, top, right, bottom] = boxOf(path);
  return Math.max(right - left, bottom - top);
}

/** To the nearest edge, or the nearest position of a path of one. */
function distanceTo([x, y]: readonly [number, number], paths: readonly Grid[]): number {
  let nearest = Infinity;
  for (const path of paths)
    for (let index = 0; index < path.length; index += 1) {
      const [x1, y1] = path[index] ?? [0, 0];
      const [x2, y2] = path[index + 1] ?? [x1, y1];
      const [dx, dy] = [x2 - x1, y2 - y1];
      const length = dx * dx + dy * dy;
      const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
      nearest = Math.min(nearest, (x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2);
    }
  return Math.sqrt(nearest);
}
