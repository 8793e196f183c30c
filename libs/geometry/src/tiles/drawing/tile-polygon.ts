import { nodedGraph } from './node-edges.js';
import { areSimple } from './simple-rings.js';
import { type GridPath } from './snap-path.js';
import { traceRings } from './trace-rings.js';

/**
 * Valid polygons of the area of rings by the even-odd rule, as tiles have them: each exterior, with positive area, then
 * its holes, with negative; none touches itself. Rings that are valid come out as they are.
 *
 * @param rings Without closing positions, on the grid.
 */
export function tilePolygons(rings: readonly GridPath[]): readonly GridPath[] {
  const [exterior, ...holes] = rings.map(openRing);
  if (exterior === undefined || exterior.length < 6) return [];
  const kept = [exterior, ...holes.filter((hole) => hole.length >= 6)];
  return (areSimple(kept) && plainPolygon(kept)) || repaired(kept);
}

/** Twice the area; positive for an exterior. */
export function doubleAreaOf(ring: GridPath): number {
  const [x = 0, y = 0] = ring;
  let sum = 0;
  for (let index = 2; index + 3 < ring.length; index += 2) {
    const dx = (ring[index] ?? 0) - x;
    const dy = (ring[index + 1] ?? 0) - y;
    sum += dx * ((ring[index + 3] ?? 0) - y) - ((ring[index + 2] ?? 0) - x) * dy;
  }
  return sum;
}

function openRing(ring: GridPath): GridPath {
  let end = ring.length;
  while (end >= 4 && ring[0] === ring[end - 2] && ring[1] === ring[end - 1]) end -= 2;
  return ring.slice(0, end);
}

const directed = (ring: GridPath, sign: 1 | -1): GridPath =>
  doubleAreaOf(ring) * sign > 0 ? ring : reversed(ring);

function reversed(ring: GridPath): GridPath {
  const path: number[] = [];
  for (let index = ring.length - 2; index >= 0; index -= 2) path.push(ring[index] ?? 0, ring[index + 1] ?? 0);
  return path;
}

/** Of rings that touch nowhere; `undefined` if a hole is not inside. */
function plainPolygon([exterior = [], ...holes]: readonly GridPath[]): readonly GridPath[] | undefined {
  if (holes.some((hole) => !isInside(hole, exterior)) || areNested(holes)) return undefined;
  return [directed(exterior, 1), ...holes.map((hole) => directed(hole, -1))];
}

/** Whether one of the holes lies in another. */
function areNested(holes: readonly GridPath[]): boolean {
  const extents = holes.map(extentOf);
  return holes.some((hole, index) => {
    const extent = extents[index] ?? extentOf(hole);
    return holes.some((other, second) => {
      const around = extents[second] ?? extent;
      return isWithin(extent, around) && other !== hole && isInside(hole, other);
    });
  });
}

type Extent = readonly [west: number, north: number, east: number, south: number];

const isWithin = ([west, north, east, south]: Extent, [least, top, most, bottom]: Extent): boolean =>
  least <= west && top <= north && most >= east && bottom >= south;

function extentOf(ring: GridPath): Extent {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < ring.length; index += 2) {
    const [x = 0, y = 0] = [ring[index], ring[index + 1]];
    [west, north, east, south] = [
      Math.min(west, x),
      Math.min(north, y),
      Math.max(east, x),
      Math.max(south, y),
    ];
  }
  return [west, north, east, south];
}

/** The coarsest grid on which a repair is tried, in units. */
const COARSEST = 64;

/** The crossings that a repair on a finer grid may have. */
const MAX_CUTS = 10_000;

function repaired(rings: readonly GridPath[]): readonly GridPath[] {
  for (let step = 1; step <= COARSEST; step *= 2) {
    const coarser = rings.map((ring) => ring.map((value) => Math.round(value / step)));
    const graph = nodedGraph(coarser, step === COARSEST ? Infinity : MAX_CUTS);
    if (graph !== undefined)
      return nested(traceRings(graph)).map((ring) => ring.map((value) => value * step));
  }
  return [];
}

/** A ring with its extent. */
interface Outline {
  readonly ring: GridPath;
  readonly extent: Extent;
  readonly part: number;
}

/** Around what touches it nowhere, a ring has at least so much room on both axes. */
const LEAST_ROOM = 3;

/** The rings of connected parts, each of which may lie in a ring of another; in an odd number of them it bounds a hole. */
function nested(parts: readonly (readonly GridPath[])[]): readonly GridPath[] {
  const outlines = parts.flatMap((rings, part) =>
    rings.map((ring): Outline => ({ ring, extent: extentOf(ring), part })),
  );
  const roomy = outlines.filter(({ extent: [west, north, east, south] }) => {
    return east - west >= LEAST_ROOM && south - north >= LEAST_ROOM;
  });
  const firsts = new Map<number, boolean>();
  const rings = outlines.map((outline): Outline => {
    const { part, ring } = outline;
    const isTurned = firsts.get(part) ?? isInOddNumber(outline, roomy);
    firsts.set(part, isTurned);
    return isTurned ? { ...outline, ring: reversed(ring) } : outline;
  });
  const measured = rings.map((outline) => ({ outline, area: doubleAreaOf(outline.ring) }));
  const exteriors = measured
    .filter(({ area }) => area > 0)
    .map(({ outline, area }) => ({ outline, area, holes: new Array<Outline>() }));
  const bySize = exteriors.toSorted((one, other) => one.area - other.area);
  for (const { outline, area } of measured)
    if (area < 0) bySize.find((exterior) => isIn(outline, exterior.outline))?.holes.push(outline);
  return exteriors.flatMap(({ outline, holes }) => [outline, ...holes].map(({ ring }) => ring));
}

function isInOddNumber(outline: Outline, others: readonly Outline[]): boolean {
  let isOdd = false;
  for (const other of others) if (other.part !== outline.part && isIn(outline, other)) isOdd = !isOdd;
  return isOdd;
}

const isIn = (inner: Outline, outer: Outline): boolean =>
  isWithin(inner.extent, outer.extent) && isInside(inner.ring, outer.ring);

/** Whether a ring that crosses the other nowhere is inside it: by its first position that is not on the other. */
function isInside(ring: GridPath, other: GridPath): boolean {
  for (let index = 0; index < ring.length; index += 2) {
    const [x = 0, y = 0, nextX = ring[0] ?? 0, nextY = ring[1] ?? 0] = ring.slice(index, index + 4);
    const answer = isAround(other, x, y) ?? isAround(other, (x + nextX) / 2, (y + nextY) / 2);
    if (answer !== undefined) return answer;
  }
  return false;
}

/** `undefined` on the ring. */
function isAround(ring: GridPath, x: number, y: number): boolean | undefined {
  let isIn = false;
  let ax = ring.at(-2) ?? 0;
  let ay = ring.at(-1) ?? 0;
  for (let index = 0; index < ring.length; index += 2) {
    const bx = ring[index] ?? 0;
    const by = ring[index + 1] ?? 0;
    if (!(ay < y && by < y) && !(ay > y && by > y)) {
      const side = (bx - ax) * (y - ay) - (x - ax) * (by - ay);
      if (side === 0 && (x - ax) * (x - bx) <= 0) return undefined;
      if (ay > y !== by > y && side > 0 === by > ay) isIn = !isIn;
    }
    ax = bx;
    ay = by;
  }
  return isIn;
}
