/** In the units of the file. */
export type Position = readonly number[];
type Ring = readonly Position[];

interface Outline {
  readonly ring: Ring;
  readonly area: number;
  readonly box: readonly [west: number, south: number, east: number, north: number];
}

/**
 * Polygons of rings, in the order of their outer rings. A ring in an odd number of others is a hole of the smallest one:
 * some programs write all rings in one direction, so that it does not tell.
 */
export function polygonsOf(rings: readonly Ring[]): readonly (readonly Ring[])[] {
  if (rings.length < 2) return rings.length === 0 ? [] : [rings];
  const outlines = rings.map(outlineOf);
  const bySize = outlines.toSorted((one, other) => other.area - one.area);
  const holes = new Map<Outline, Outline[]>();
  const outers = new Set<Outline>();
  for (const [index, outline] of bySize.entries()) {
    const around = bySize.slice(0, index).filter((other) => isAround(other, outline));
    const parent = around.at(-1);
    const isHole = around.length % 2 === 1 && parent !== undefined && outers.has(parent);
    if (isHole) holes.set(parent, [...(holes.get(parent) ?? []), outline]);
    else outers.add(outline);
  }
  const inOrder = (all: readonly Outline[]): readonly Ring[] =>
    outlines.filter((outline) => all.includes(outline)).map(({ ring }) => ring);
  return outlines
    .filter((outline) => outers.has(outline))
    .map((outline) => [outline.ring, ...inOrder(holes.get(outline) ?? [])]);
}

function outlineOf(ring: Ring): Outline {
  let twice = 0;
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [index, [x = 0, y = 0]] of ring.entries()) {
    const [nextX = 0, nextY = 0] = ring[(index + 1) % ring.length] ?? [];
    twice += x * nextY - nextX * y;
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return { ring, area: Math.abs(twice), box };
}

function isAround(outer: Outline, inner: Outline): boolean {
  const [west, south, east, north] = outer.box;
  const [innerWest, innerSouth, innerEast, innerNorth] = inner.box;
  if (innerWest < west || innerSouth < south || innerEast > east || innerNorth > north) return false;
  // A hole may touch its outline in a position: the first one that is not on it decides.
  for (const [x = 0, y = 0] of inner.ring) {
    const side = sideOf(outer.ring, x, y);
    if (side !== 'on') return side === 'in';
  }
  return inner.area < outer.area;
}

function sideOf(ring: Ring, x: number, y: number): 'in' | 'on' | 'out' {
  let isIn = false;
  for (const [index, [fromX = 0, fromY = 0]] of ring.entries()) {
    const [toX = 0, toY = 0] = ring[(index + 1) % ring.length] ?? [];
    const turn = (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX);
    const isBetween =
      Math.min(fromX, toX) <= x &&
      x <= Math.max(fromX, toX) &&
      Math.min(fromY, toY) <= y &&
      y <= Math.max(fromY, toY);
    if (turn === 0 && isBetween) return 'on';
    if (fromY > y !== toY > y && turn > 0 === toY > fromY) isIn = !isIn;
  }
  return isIn ? 'in' : 'out';
}
