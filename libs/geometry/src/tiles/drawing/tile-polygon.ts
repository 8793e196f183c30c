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
    const [west, north, east, south] = extents[index] ?? [0, 0, 0, 0];
    return holes.some((other, second) => {
      const [least, top, most, bottom] = extents[second] ?? [0, 0, 0, 0];
      const isAround = least <= west && top <= north && most >= east && bottom >= south;
      return isAround && other !== hole && isInside(hole, other);
    });
  });
}

function extentOf(ring: GridPath): readonly [west: number, north: number, east: number, south: number] {
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

/** The rings of connected parts, each of which may lie in a ring of another; in an odd number of them it bounds a hole. */
function nested(parts: readonly (readonly GridPath[])[]): readonly GridPath[] {
  const rings = parts.flatMap((part) => {
    const others = parts.filter((other) => other !== part).flat();
    const [first = []] = part;
    const depth = others.filter((ring) => isInside(first, ring)).length;
    return depth % 2 === 0 ? part : part.map(reversed);
  });
  const exteriors = rings.filter((ring) => doubleAreaOf(ring) > 0).map((ring) => [ring]);
  const bySize = exteriors.toSorted(([one = []], [other = []]) => doubleAreaOf(one) - doubleAreaOf(other));
  for (const hole of rings.filter((ring) => doubleAreaOf(ring) < 0))
    bySize.find(([exterior = []]) => isInside(hole, exterior))?.push(hole);
  return exteriors.flat();
}

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
