import { type GridPath } from './snap-path.js';

type Extent = readonly [west: number, north: number, east: number, south: number];

/** Minimum size, on both axes, of a ring around something that does not touch it. */
const LEAST_ROOM = 3;
/** Rings with fewer edges or fewer lookups are scanned instead of indexed. */
const LEAST_EDGES = 64;
const LEAST_ASKED = 3;
const EDGES_PER_ROW = 4;
/** Average rows of an edge or a ring. A limit, because those of a comb would be in all rows. */
const MAX_ROWS_EACH = 8;

/** A ring that can tell whether others are inside it. The edges of a long ring are indexed by rows. */
export class Outline {
  readonly extent: Extent;
  private asked = 0;
  private rows: EdgeRows | undefined;

  /** @param ring Without its closing position. */
  constructor(readonly ring: GridPath) {
    this.extent = extentOf(ring);
  }

  /** Whether it has room for a ring that does not touch it. */
  get isRoomy(): boolean {
    const [west, north, east, south] = this.extent;
    return east - west >= LEAST_ROOM && south - north >= LEAST_ROOM;
  }

  /**
   * Whether the ring is inside another that it crosses nowhere. Decided by its first position that is not on the other.
   */
  isIn(outer: Outline): boolean {
    return isWithin(this.extent, outer.extent) && this.isInside(outer);
  }

  /** Like `isIn`, if the box of the other ring is known to contain this one. */
  isInside(outer: Outline): boolean {
    const { ring } = this;
    for (let index = 0; index < ring.length; index += 2) {
      const [x = 0, y = 0] = [ring[index], ring[index + 1]];
      const [nextX = ring[0] ?? 0, nextY = ring[1] ?? 0] = [ring[index + 2], ring[index + 3]];
      const answer = outer.isAround(x, y) ?? outer.isAround((x + nextX) / 2, (y + nextY) / 2);
      if (answer !== undefined) return answer;
    }
    return false;
  }

  /** `undefined` on the ring. */
  private isAround(x: number, y: number): boolean | undefined {
    const { ring } = this;
    this.asked += 1;
    if (ring.length < 2 * LEAST_EDGES || this.asked < LEAST_ASKED) return isAmong(ring, allOf(ring), [x, y]);
    const [, north, , south] = this.extent;
    if (y < north || y > south) return false;
    this.rows ??= new EdgeRows(ring, this.extent);
    return isAmong(ring, this.rows.at(y), [x, y]);
  }
}

/** The edges of a ring by the rows that they reach over. An edge is named by the offset of its end. */
class EdgeRows {
  private readonly north: number;
  private readonly height: number;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;

  constructor(ring: GridPath, [, north, , south]: Extent) {
    const edges = ring.length / 2;
    const height = (south - north + 1) / Math.max(1, Math.ceil(edges / EDGES_PER_ROW));
    this.north = north;
    this.height = Math.max(height, upAndDownOf(ring) / (edges * MAX_ROWS_EACH));
    const count = this.rowOf(south) + 1;
    this.starts = new Int32Array(count + 1);
    for (const [, first, last] of this.spansOf(ring))
      for (let row = first; row <= last; row += 1) this.starts[row + 1] = (this.starts[row + 1] ?? 0) + 1;
    for (let row = 0; row < count; row += 1)
      this.starts[row + 1] = (this.starts[row + 1] ?? 0) + (this.starts[row] ?? 0);
    this.ends = new Int32Array(this.starts[count] ?? 0);
    const filled = this.starts.slice();
    for (const [end, first, last] of this.spansOf(ring))
      for (let row = first; row <= last; row += 1) {
        const place = filled[row] ?? 0;
        this.ends[place] = end;
        filled[row] = place + 1;
      }
  }

  at(y: number): Int32Array {
    const row = this.rowOf(y);
    return this.ends.subarray(this.starts[row], this.starts[row + 1]);
  }

  private *spansOf(ring: GridPath): Generator<readonly [end: number, first: number, last: number], void> {
    let before = ring.at(-1) ?? 0;
    for (let end = 0; end < ring.length; end += 2) {
      const y = ring[end + 1] ?? 0;
      yield [end, this.rowOf(Math.min(before, y)), this.rowOf(Math.max(before, y))];
      before = y;
    }
  }

  private rowOf(y: number): number {
    return Math.floor((y - this.north) / this.height);
  }
}

/** The sum of a ring's movements to the north and south. */
function upAndDownOf(ring: GridPath): number {
  let [far, before] = [0, ring.at(-1) ?? 0];
  for (let end = 1; end < ring.length; end += 2) {
    const y = ring[end] ?? 0;
    far += Math.abs(y - before);
    before = y;
  }
  return far;
}

function* allOf(ring: GridPath): Generator<number, void> {
  for (let end = 0; end < ring.length; end += 2) yield end;
}

/**
 * Whether the position is inside the ring, by the even-odd rule. `ends` are the offsets where edges end. All edges at
 * the latitude of the position must be among them. `undefined` on an edge.
 */
function isAmong(
  ring: GridPath,
  ends: Iterable<number>,
  [x, y]: readonly [number, number],
): boolean | undefined {
  let isIn = false;
  for (const end of ends) {
    const start = end === 0 ? ring.length - 2 : end - 2;
    const ay = ring[start + 1] ?? 0;
    const by = ring[end + 1] ?? 0;
    if ((ay < y && by < y) || (ay > y && by > y)) continue;
    const ax = ring[start] ?? 0;
    const bx = ring[end] ?? 0;
    const side = (bx - ax) * (y - ay) - (x - ax) * (by - ay);
    if (side === 0 && (x - ax) * (x - bx) <= 0) return undefined;
    if (ay > y !== by > y && side > 0 === by > ay) isIn = !isIn;
  }
  return isIn;
}

/** Outlines indexed by the grid rows they cross, to find those around another quickly. */
export class OutlineRows<T extends { readonly outline: Outline }> {
  private readonly rows = new Map<number, T[]>();
  private readonly height: number;

  constructor(items: readonly T[]) {
    const high = items.reduce((sum, { outline: { extent } }) => sum + extent[3] - extent[1], 0);
    this.height = Math.max(ROW_HEIGHT, high / (items.length * MAX_ROWS_EACH));
    for (const item of items) {
      const [, north, , south] = item.outline.extent;
      for (let row = this.rowAt(north); row <= this.rowAt(south); row += 1) {
        const known = this.rows.get(row);
        if (known === undefined) this.rows.set(row, [item]);
        else known.push(item);
      }
    }
  }

  /** The outlines that may enclose an outline, in order. */
  around({ extent: [, north] }: Outline): readonly T[] {
    return this.rows.get(this.rowAt(north)) ?? [];
  }

  private rowAt(y: number): number {
    return Math.floor(y / this.height);
  }
}

const ROW_HEIGHT = 16;

const isWithin = ([west, north, east, south]: Extent, [least, top, most, bottom]: Extent): boolean =>
  least <= west && top <= north && most >= east && bottom >= south;

function extentOf(ring: GridPath): Extent {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < ring.length; index += 2) {
    const [x = 0, y = 0] = [ring[index], ring[index + 1]];
    west = Math.min(west, x);
    north = Math.min(north, y);
    east = Math.max(east, x);
    south = Math.max(south, y);
  }
  return [west, north, east, south];
}
