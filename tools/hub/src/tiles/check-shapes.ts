import { AreaIndex, onMap, onTile } from './area-index.js';
import { isAtEndOfMap, type Place, placesBeside, placesIn, placesOn } from './area-places.js';
import type { DecodedFeature } from './decoded-tile.js';
import type { Path, SourceFeature } from './source-features.js';
import { EXTENT, onGrid, type TilePlace } from './tile-place.js';

/** In units: a position is rounded to the grid, and an edge moves with its ends. */
const TOLERANCE = 1;
/** Shorter lines may be left out. */
const VISIBLE = 6;
/** Polygons too small for the grid are merged by cells of so many units to squares no larger than those, in their cells. */
const CELL = 8;
/** So many positions of a feature are looked at in a tile. */
const LOOKED_AT = 500;
/** Beyond a tile so much of a shape is drawn, in units, and a little more. */
const NEAR = 70;

type Grid = readonly (readonly [number, number])[];

/** A shape of a feature on the grid of the tile, and what is to be seen of it. */
interface Shape {
  readonly kind: SourceFeature['kind'];
  readonly paths: readonly Grid[];
}

/**
 * What is wrong with the shapes of a tile, compared with the shapes they were drawn of: what has to be there and is not, and
 * what is there and should not be. Of a tile that some features were left out of, only those that are drawn are compared.
 */
export function shapeFaults(
  decoded: readonly DecodedFeature[],
  {
    features,
    tile,
    isThinned = false,
  }: {
    readonly features: readonly SourceFeature[];
    readonly tile: TilePlace;
    readonly isThinned?: boolean;
  },
): readonly string[] {
  const drawn = grouped(decoded);
  const faults: string[] = [];
  for (const feature of features) {
    const { id, kind } = feature;
    if (isThinned && !drawn.has(id)) continue;
    const there = drawn.get(id)?.filter((one) => one.kind === kind) ?? [];
    const shown = there.flatMap((one) => one.paths);
    const look = kind === 'polygon' ? areaFault : pathFaultOf;
    const found = look(feature, { tile, drawn: shown });
    if (found === 'far') continue;
    drawn.delete(id);
    if (found !== 'right') faults.push(`${id} ${found}`);
  }
  for (const id of drawn.keys()) faults.push(`${id} is drawn and is not near`);
  return faults;
}

interface Drawing {
  readonly tile: TilePlace;
  /** What is drawn of the feature. */
  readonly drawn: readonly Grid[];
}

const areas = new WeakMap<SourceFeature, AreaIndex>();

/**
 * What is narrower than the grid has no area on it, so that areas are compared away from their edges.
 * @returns A fault, unless the area is right, or too far to be seen.
 */
function areaFault(feature: SourceFeature, { tile, drawn }: Drawing): string {
  const area = areas.get(feature) ?? new AreaIndex(unwrapped(feature).paths);
  areas.set(feature, area);
  const shown = [-1, 0, 1].flatMap((turn) => {
    const [left, top] = onTile([area.box[0] + turn * EXTENT, area.box[1]], tile);
    const [right, bottom] = onTile([area.box[2] + turn * EXTENT, area.box[3]], tile);
    const isSeen = right >= -NEAR && left <= EXTENT + NEAR && bottom >= -NEAR && top <= EXTENT + NEAR;
    return isSeen ? [{ turn, box: [left, top, right, bottom] as const }] : [];
  });
  if (shown.length === 0) return 'far';
  const unit = 2 ** -tile.zoom;
  const shownArea = new AreaIndex(drawn, ([x, y]) => [x, y]);
  const squares = drawn.filter(isSquare);
  // What is drawn may be where nothing should be.
  const boxes = [...shown.map(({ box }) => box), ...(drawn.length === 0 ? [] : [shownArea.box])];
  const places = [
    ...boxes.flatMap((box) => placesIn(box, LOOKED_AT)),
    ...placesBeside(drawn, LOOKED_AT),
    ...trueEdges(shown, { area, tile }),
  ];
  const isNearEdge = ([x, y]: Place, units: number): boolean =>
    shown.some(({ turn }) => area.hasEdgeNear(x - turn * EXTENT, y, units * unit));
  // The farthest place of a square from a polygon in its cell is at the opposite corner of that.
  const isDust = (place: Place): boolean =>
    squares.some((square) => isIn(square, place)) && isNearEdge(onMap(place, tile), CELL * Math.SQRT2);
  const isCompared = (place: Place): boolean => isWellInside(place) && !isAtEndOfMap(place, tile);
  for (const place of places) {
    if (!isCompared(place)) continue;
    const [x, y] = onMap(place, tile);
    const isWanted = shown.some(({ turn }) => area.holds(x - turn * EXTENT, y));
    if (isWanted === shownArea.holds(...place) || isNearEdge([x, y], TOLERANCE)) continue;
    if (!isWanted && isDust(place)) continue;
    return `is ${isWanted ? 'not ' : ''}drawn around ${place.map(Math.round).join(', ')}`;
  }
  for (const place of placesOn(drawn, LOOKED_AT)) {
    if (!isCompared(place) || isNearEdge(onMap(place, tile), TOLERANCE) || isDust(place)) continue;
    return `has an edge at ${place.map(Math.round).join(', ')}, where it has none`;
  }
  return 'right';
}

/** Places beside edges of the feature that are in the tile. */
function trueEdges(
  shown: readonly { readonly turn: number }[],
  { area, tile }: { readonly area: AreaIndex; readonly tile: TilePlace },
): readonly Place[] {
  const [top, bottom] = [onMap([0, 0], tile)[1], onMap([0, EXTENT], tile)[1]];
  const edges = shown.flatMap(({ turn }) =>
    area.edgesBetween(top, bottom).flatMap(([x1, y1, x2, y2]) => {
      const edge = [onTile([x1 + turn * EXTENT, y1], tile), onTile([x2 + turn * EXTENT, y2], tile)];
      return edge.some((end) => isWellInside(end)) ? [edge] : [];
    }),
  );
  return some(edges).flatMap((edge) => placesBeside([edge], 2));
}

/** Whether a ring is a square with sides along the grid, as dust is drawn. */
function isSquare(ring: Grid): boolean {
  const [left, top, right, bottom] = boxOf(ring);
  const isAtCorners = ring.every(([x, y]) => (x === left || x === right) && (y === top || y === bottom));
  return isAtCorners && right - left <= CELL && bottom - top <= CELL;
}

function isIn(ring: Grid, [x, y]: readonly [number, number]): boolean {
  const [left, top, right, bottom] = boxOf(ring);
  return x >= left && x <= right && y >= top && y <= bottom;
}

function pathFaultOf(feature: SourceFeature, { tile, drawn }: Drawing): string {
  const [{ kind, paths } = { kind: feature.kind, paths: [] }] = seenFrom(tile, feature);
  const shape = { kind, paths: paths.map((path) => path.map((position) => onGrid(position, tile))) };
  return shape.paths.some((path) => isNear(path)) ? (pathFault(shape, drawn) ?? 'right') : 'far';
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

function pathFault({ kind, paths }: Shape, drawn: readonly Grid[]): string | undefined {
  const isVisible = (path: Grid): boolean => kind === 'point' || lengthOf(path) >= VISIBLE;
  const wanted = some(paths.filter(isVisible).flat().filter(isInside));
  const lost = wanted.find((position) => distanceTo(position, drawn) > TOLERANCE);
  if (lost !== undefined) return `is not drawn at ${lost.map(Math.round).join(', ')}`;
  const shown = some(drawn.filter(isVisible).flat().filter(isWellInside));
  const added = shown.find((position) => distanceTo(position, paths) > TOLERANCE);
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
  return right >= -NEAR && left <= EXTENT + NEAR && bottom >= -NEAR && top <= EXTENT + NEAR;
}

/** Of the longer side of its box. */
function lengthOf(path: Grid): number {
  const [left, top, right, bottom] = boxOf(path);
  return Math.max(right - left, bottom - top);
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
