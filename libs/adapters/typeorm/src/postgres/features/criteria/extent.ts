import type { BoundingBox } from '@cairn/geometry';

/**
 * The distance between the same longitude of one space and the next, so that one index serves all spaces without mixing
 * them.
 */
const DEGREES_PER_SPACE = 1_024;

/** PostgreSQL compares coordinates of boxes with a tolerance. This one is slightly larger. */
const TOLERANCE = 2e-6;

/**
 * The box that a feature is indexed by, in PostgreSQL's text format; `null` for no boxes. A feature across the
 * antimeridian has one box that continues beyond 180. Longitudes are offset by the key of the space.
 */
export function extentOf(spaceKey: number, boxes: readonly BoundingBox[]): string | null {
  const [first, second] = boxes;
  if (first === undefined) return null;
  if (second === undefined) return boxText(spaceKey, first);
  const [west, firstSouth, , firstNorth] = first;
  const [, secondSouth, east, secondNorth] = second;
  const [south, north] = [Math.min(firstSouth, secondSouth), Math.max(firstNorth, secondNorth)];
  return boxText(spaceKey, [west, south, east + 360, north]);
}

/** Conditions in SQL on the extents of features. */
export interface ExtentConditions {
  /** Whatever has a point in the box meets one of these: the first one, unless it lies across the antimeridian. */
  readonly around: readonly string[];
  /** Whatever meets one of these lies in the box. */
  readonly inside: readonly string[];
}

export function extentConditions(
  spaceKey: number,
  [west, south, east, north]: BoundingBox,
): ExtentConditions {
  const margin = marginOf(spaceKey);
  const literal = (box: BoundingBox): string => `'${boxText(spaceKey, box)}'::box`;
  const overlap = (turn: number): string =>
    `extent && ${literal([west + turn - margin, south - margin, east + turn + margin, north + margin])}`;
  const within: BoundingBox = [west + margin, south + margin, east - margin, north - margin];
  const [left, bottom, right, top] = within;
  const isEmpty = left > right || bottom > top;
  return { around: [overlap(0), overlap(360)], inside: isEmpty ? [] : [`extent <@ ${literal(within)}`] };
}

/** The distance of an extent from a place, in degrees of the plane. The index of extents sorts by it. */
export function distanceTo(spaceKey: number, [longitude, latitude]: readonly [number, number]): string {
  return `extent <-> point(${longitude + spaceKey * DEGREES_PER_SPACE}, ${latitude})`;
}

/** The rounding error of offset longitudes plus the tolerance of comparisons, in degrees. */
const marginOf = (spaceKey: number): number =>
  TOLERANCE + (spaceKey + 1) * DEGREES_PER_SPACE * Number.EPSILON * 2;

function boxText(spaceKey: number, [west, south, east, north]: BoundingBox): string {
  const offset = spaceKey * DEGREES_PER_SPACE;
  return `(${west + offset},${south}),(${east + offset},${north})`;
}
