/** `[west, south, east, north]` in degrees; west ≤ east, both within ±180. */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

const WORLD_EDGE = 180;

/** A box as RFC 7946, section 5.2 has it: one with west > east crosses the antimeridian, and becomes two boxes. */
export function splitBbox([west, south, east, north]: BoundingBox): readonly BoundingBox[] {
  if (west <= east) return [[west, south, east, north]];
  return [
    [west, south, WORLD_EDGE, north],
    [-WORLD_EDGE, south, east, north],
  ];
}

/** One box in RFC 7946's form, with west > east if it is across the antimeridian; `undefined` for no boxes. */
export function joinBoxes(boxes: readonly BoundingBox[]): BoundingBox | undefined {
  const wide = boxes.filter(([west, , east]) => west < east);
  const [first, second] = wide.length > 0 ? wide : boxes;
  if (first === undefined || second === undefined || wide.length === 0) return first;
  const [west, firstSouth, , firstNorth] = first;
  const [, secondSouth, east, secondNorth] = second;
  return [west, Math.min(firstSouth, secondSouth), east, Math.max(firstNorth, secondNorth)];
}

/** Whether two boxes have a point in common, their edges included. */
export function boxesIntersect(one: readonly BoundingBox[], other: readonly BoundingBox[]): boolean {
  return one.some((a) => other.some((b) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3]));
}

const isInside = (inner: BoundingBox, outer: BoundingBox): boolean =>
  inner[0] >= outer[0] && inner[1] >= outer[1] && inner[2] <= outer[2] && inner[3] <= outer[3];

/** Whether each inner box lies in one of the outer boxes, edges included; the meridians of 180 and -180 are one. */
export function boxesContain(outer: readonly BoundingBox[], inner: readonly BoundingBox[]): boolean {
  const isCovered = (box: BoundingBox) => outer.some((candidate) => isInside(box, candidate));
  return inner.every((box) => {
    const [west, south, east, north] = box;
    if (isCovered(box)) return true;
    return west === east && Math.abs(west) === WORLD_EDGE && isCovered([-west, south, -east, north]);
  });
}
