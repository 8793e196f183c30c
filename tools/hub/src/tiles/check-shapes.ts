import { AreaIndex, onMap, onTile } from './area-index.js';
import { isAtEndOfMap, type Place, placesBeside, placesIn, placesOn } from './area-places.js';
import { type Drawing, pathFaultOf } from './check-paths.js';
import type { DecodedFeature } from './decoded-tile.js';
import { boxOf, type Grid, isWellInside, LOOKED_AT, NEAR, some, TOLERANCE } from './grid-path.js';
import type { SourceFeature } from './source-features.js';
import { EXTENT, type TilePlace } from './tile-place.js';
import { unwrapped } from './unwrapped.js';

/** Polygons too small for the grid are merged by cells of so many units to squares no larger than those, in their cells. */
const CELL = 8;

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

function grouped(decoded: readonly DecodedFeature[]): Map<string, DecodedFeature[]> {
  const groups = new Map<string, DecodedFeature[]>();
  for (const feature of decoded) groups.set(feature.id, [...(groups.get(feature.id) ?? []), feature]);
  return groups;
}
