import type { DecodedFeature } from './decoded-tile.js';
import type { Grid } from './grid-path.js';
import { EXTENT } from './tile-place.js';

/** Where the second of two neighbours is. */
export type Side = 'east' | 'south';

/** So far from the seam, in units, both are compared; between two whole numbers, so that no edge lies on the line. */
const LINES = [-40.5, -0.5, 0.5, 40.5] as const;
/** Half of what both have in common. */
const STRIP = 60;

/**
 * What two neighbours draw differently where both do: what their polygons cover and where their lines are, as a map would
 * render it on either side of the seam.
 */
export function seamFaults(
  first: readonly DecodedFeature[],
  second: readonly DecodedFeature[],
  side: Side,
): readonly string[] {
  const [one, other] = [first, second].map((features) => byFeature(turned(features, side)));
  const keys = new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])]);
  return [...keys].flatMap((key) => {
    const [ours = [], theirs = []] = [one?.get(key), other?.get(key)];
    const isArea = key.startsWith('polygon');
    const differences = LINES.map((line) => {
      const [left, right] = [crossings(ours, EXTENT + line, isArea), crossings(theirs, line, isArea)];
      return isArea ? unequalRows(left, right) : unequalPlaces(left, right);
    });
    const worst = Math.max(...differences);
    return worst > 0
      ? [`${key} differs by more than a unit in ${worst} places from the tile to the ${side}`]
      : [];
  });
}

/**
 * Neighbours that features were left out of: what both have is the same along their seam, and the one has all that the other
 * has there, as both leave out the same ones first.
 */
export function thinningFaults(
  first: readonly DecodedFeature[],
  second: readonly DecodedFeature[],
  side: Side,
): readonly string[] {
  const ours = idsBeside(turned(first, side), EXTENT);
  const theirs = idsBeside(turned(second, side), 0);
  const [onlyOurs, onlyTheirs] = [missing(ours, theirs), missing(theirs, ours)];
  const ofBoth = ({ id }: DecodedFeature): boolean => ours.has(id) && theirs.has(id);
  return [
    ...(onlyOurs > 0 && onlyTheirs > 0
      ? [`has ${onlyOurs} features that the tile to the ${side} has not, which has ${onlyTheirs} others`]
      : []),
    ...seamFaults(first.filter(ofBoth), second.filter(ofBoth), side),
  ];
}

function idsBeside(features: readonly DecodedFeature[], seam: number): ReadonlySet<string> {
  const isBeside = ({ kind, paths }: DecodedFeature): boolean =>
    paths.some((path) => path.some(([x]) => Math.abs(x - seam) <= STRIP)) ||
    (kind !== 'point' && crossings(paths, seam + 0.5, kind === 'polygon').length > 0);
  return new Set(features.filter(isBeside).map(({ id }) => id));
}

const missing = (ids: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...ids].filter((id) => !others.has(id)).length;

/** With the neighbour to the east. */
const turned = (features: readonly DecodedFeature[], side: Side): readonly DecodedFeature[] =>
  side === 'east'
    ? features
    : features.map((feature) => ({
        ...feature,
        paths: feature.paths.map((path) => path.map(([x, y]) => [y, x] as const)),
      }));

function byFeature(features: readonly DecodedFeature[]): ReadonlyMap<string, readonly Grid[]> {
  const found = new Map<string, Grid[]>();
  for (const { id, kind, paths } of features) {
    if (kind === 'point') continue;
    const key = `${kind} ${id}`;
    found.set(key, [...(found.get(key) ?? []), ...paths]);
  }
  return found;
}

/** Where paths cross this x within the tile, in order. */
function crossings(
  paths: readonly Grid[],
  ...[x, areClosed]: [x: number, areClosed: boolean]
): readonly number[] {
  const found: number[] = [];
  for (const path of paths)
    for (let index = areClosed ? 0 : 1; index < path.length; index += 1) {
      const [x1, y1] = path.at(index - 1) ?? [0, 0];
      const [x2, y2] = path[index] ?? [0, 0];
      if (x1 < x === x2 < x) continue;
      found.push(y1 + ((x - x1) / (x2 - x1)) * (y2 - y1));
    }
  return found.sort((one, other) => one - other);
}

/**
 * How many rows of the tile one covers and the other does not, by the even-odd rule. Where an edge is cut off, the cut is
 * rounded, each tile at its own place: edges may be a row apart.
 */
function unequalRows(left: readonly number[], right: readonly number[]): number {
  const [ours, theirs] = [coveredRows(left), coveredRows(right)];
  const isUnequal = ours.map((isCovered, row) => isCovered !== theirs[row]);
  return isUnequal.filter((is, row) => is && (isUnequal[row - 1] === true || isUnequal[row + 1] === true))
    .length;
}

function coveredRows(sorted: readonly number[]): readonly boolean[] {
  let count = 0;
  return Array.from({ length: EXTENT }, (_, row) => {
    while ((sorted[count] ?? Infinity) <= row + 0.5) count += 1;
    return count % 2 === 1;
  });
}

function unequalPlaces(left: readonly number[], right: readonly number[]): number {
  const isInside = (y: number): boolean => y >= 0 && y <= EXTENT;
  const lacks = (some: readonly number[], y: number): boolean => !some.some((one) => Math.abs(one - y) <= 1);
  return (
    left.filter((y) => isInside(y) && lacks(right, y)).length +
    right.filter((y) => isInside(y) && lacks(left, y)).length
  );
}
