/** A ring as x and y in turns, without the closing position. */
type FlatRing = readonly number[];

interface Side {
  readonly ring: number;
  readonly index: number;
  readonly last: number;
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
}

/**
 * Whether the rings of a polygon break its validity: a ring that touches or crosses itself, rings that cross or share a
 * stretch, a hole that is not inside. Rings may touch each other at points. Exact for coordinates up to 2^25.
 */
export function ringsMeet(rings: readonly FlatRing[]): boolean {
  const sides = rings
    .flatMap(sidesOf)
    .sort((one, other) => Math.min(one.ax, one.bx) - Math.min(other.ax, other.bx));
  for (const [index, side] of sides.entries()) {
    const east = Math.max(side.ax, side.bx);
    for (let next = index + 1; next < sides.length; next += 1) {
      const other = sides[next];
      if (other === undefined || Math.min(other.ax, other.bx) > east) break;
      if (isContact(side, other)) return true;
    }
  }
  const [exterior = [], ...holes] = rings;
  const around = new SideRows(sidesOf(exterior, 0));
  return holes.some((hole) => isOutside(hole, around));
}

function sidesOf(ring: FlatRing, number: number): readonly Side[] {
  const last = ring.length / 2 - 1;
  const sides: Side[] = [];
  for (let index = 0; index <= last; index += 1) {
    const next = index === last ? 0 : index + 1;
    const [ax = 0, ay = 0, bx = 0, by = 0] = [
      ring[2 * index],
      ring[2 * index + 1],
      ring[2 * next],
      ring[2 * next + 1],
    ];
    sides.push({ ring: number, index, last, ax, ay, bx, by });
  }
  return sides;
}

/** The side of a line that a place is on: -1, 0 or 1. */
const sideOf = ({ ax, ay, bx, by }: Side, x: number, y: number): number =>
  Math.sign((bx - ax) * (y - ay) - (x - ax) * (by - ay));

/** Whether two sides share more than rings may. */
function isContact(one: Side, other: Side): boolean {
  if (Math.max(one.ay, one.by) < Math.min(other.ay, other.by)) return false;
  if (Math.max(other.ay, other.by) < Math.min(one.ay, one.by)) return false;
  const startOfOther = sideOf(one, other.ax, other.ay);
  const endOfOther = sideOf(one, other.bx, other.by);
  const startOfOne = sideOf(other, one.ax, one.ay);
  const endOfOne = sideOf(other, one.bx, one.by);
  if (startOfOther * endOfOther > 0 || startOfOne * endOfOne > 0) return false;
  const isCollinear = startOfOther === 0 && endOfOther === 0;
  if (isCollinear) {
    const overlap = overlapOf(one, other);
    if (overlap < 0) return false;
    return overlap > 0 || (one.ring === other.ring && !areNeighbours(one, other));
  }
  const isThrough = startOfOther * endOfOther < 0 && startOfOne * endOfOne < 0;
  return isThrough || (one.ring === other.ring && !areNeighbours(one, other));
}

const areNeighbours = (one: Side, other: Side): boolean => {
  const apart = Math.abs(one.index - other.index);
  return apart === 1 || apart === one.last;
};

/** How far two sides on one line overlap, along the axis on which they are longer; negative where they do not. */
function overlapOf(one: Side, other: Side): number {
  const isFlat = Math.abs(one.bx - one.ax) >= Math.abs(one.by - one.ay);
  const [a, b, c, d] = isFlat ? [one.ax, one.bx, other.ax, other.bx] : [one.ay, one.by, other.ay, other.by];
  return Math.min(Math.max(a, b), Math.max(c, d)) - Math.max(Math.min(a, b), Math.min(c, d));
}

/** Sides indexed by the rows they cross, so that few are compared with a position. */
class SideRows {
  private readonly rows = new Map<number, Side[]>();
  private readonly height: number;

  constructor(sides: readonly Side[]) {
    const [north, south] = sides.reduce(
      ([least, most], { ay }) => [Math.min(least, ay), Math.max(most, ay)],
      [Infinity, -Infinity],
    );
    this.height = Math.max(1, (south - north) / Math.max(1, sides.length));
    for (const side of sides)
      for (
        let row = this.rowOf(Math.min(side.ay, side.by));
        row <= this.rowOf(Math.max(side.ay, side.by));
        row += 1
      ) {
        const known = this.rows.get(row);
        if (known === undefined) this.rows.set(row, [side]);
        else known.push(side);
      }
  }

  at(y: number): readonly Side[] {
    return this.rows.get(this.rowOf(y)) ?? [];
  }

  private rowOf(y: number): number {
    return Math.floor(y / this.height);
  }
}

/** Whether a vertex or the middle of a side is outside of the exterior; on it is not. */
const isOutside = (hole: FlatRing, exterior: SideRows): boolean =>
  sidesOf(hole, 1).some(
    ({ ax, ay, bx, by }) => isBeyond(ax, ay, exterior) || isBeyond((ax + bx) / 2, (ay + by) / 2, exterior),
  );

function isBeyond(x: number, y: number, exterior: SideRows): boolean {
  let isInside = false;
  for (const side of exterior.at(y)) {
    const { ax, ay, bx, by } = side;
    const turn = sideOf(side, x, y);
    if (turn === 0 && (x - ax) * (x - bx) <= 0 && (y - ay) * (y - by) <= 0) return false;
    if (ay > y !== by > y && turn > 0 === by > ay) isInside = !isInside;
  }
  return !isInside;
}
