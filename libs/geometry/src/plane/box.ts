/** A rectangle in the plane of degrees; `east` is beyond 180 for shapes across the antimeridian. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The smallest box that holds all of the boxes. */
export function boxAround(boxes: readonly Box[]): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    west = Math.min(west, box.west);
    south = Math.min(south, box.south);
    east = Math.max(east, box.east);
    north = Math.max(north, box.north);
  }
  return { west, south, east, north };
}

/** The multiples of 360 by which `other` is moved to where it may meet `one`; none if it never does. */
export function turnsBetween(one: Box, other: Box): readonly number[] {
  if (one.south > other.north || other.south > one.north) return [];
  const first = Math.ceil((one.west - other.east) / 360);
  const last = Math.floor((one.east - other.west) / 360);
  const turns = [];
  for (let turn = first; turn <= last; turn += 1) turns.push(turn * 360);
  return turns;
}
