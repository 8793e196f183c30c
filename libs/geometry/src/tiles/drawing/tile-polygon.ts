import { coveredCells, MAX_CELLS_ACROSS } from './covered-cells.js';
import { type GridGraph } from './grid-graph.js';
import { nodedGraph } from './node-edges.js';
import { Outline, OutlineRows } from './outline.js';
import { addTo, type GridPath } from './snap-path.js';
import { traceRings } from './trace-rings.js';
import { type Edges, edgesOf, sideOf, sweep } from './edge-sweep.js';

/**
 * Valid polygons of the area of rings by the even-odd rule, as tiles have them: each exterior, with positive area, then
 * its holes, with negative; none touches itself. Rings that are valid come out as they are.
 *
 * @param rings Without closing positions, on the grid.
 * @param nearRings The same rings cut closer to the tile. These are drawn if the rings cross each other too often.
 */
export function tilePolygons(
  rings: readonly GridPath[],
  nearRings?: () => readonly GridPath[],
): readonly GridPath[] {
  const [exterior, ...holes] = rings.map(openRing);
  if (exterior === undefined || exterior.length < 6) return [];
  const kept = [exterior, ...holes.filter((hole) => hole.length >= 6)];
  return (areSimple(kept) && plainPolygon(kept)) || repaired(kept, nearRings);
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

/** The polygon of rings that do not touch each other; `undefined` if a hole is not inside. */
function plainPolygon([exterior = [], ...holes]: readonly GridPath[]): readonly GridPath[] | undefined {
  const around = new Outline(exterior);
  const items = holes.map((ring) => ({ outline: new Outline(ring) }));
  if (items.some(({ outline }) => !outline.isInside(around)) || areNested(items)) return undefined;
  return [directed(exterior, 1), ...holes.map((hole) => directed(hole, -1))];
}

/** Whether one of the holes lies in another. */
function areNested(holes: readonly { readonly outline: Outline }[]): boolean {
  const rows = new OutlineRows(holes);
  return holes.some(({ outline }) =>
    rows.around(outline).some((other) => other.outline !== outline && outline.isIn(other.outline)),
  );
}

/** The coarsest grid on which a repair is tried, in units, and the cells that are drawn where it has too many crossings. */
const COARSEST = 32;

/** The crossings that a repair may have: so many, or as many as there are positions. */
const MAX_CUTS = 10_000;

function repaired(rings: readonly GridPath[], nearRings?: () => readonly GridPath[]): readonly GridPath[] {
  const maxCuts = Math.max(
    MAX_CUTS,
    rings.reduce((sum, { length }) => sum + length / 2, 0),
  );
  for (let step = 1; step <= COARSEST; step *= 2) {
    const graph = nodedGraph(onGridOf(step, rings), maxCuts);
    if (graph !== undefined) return ringsOf(graph, step);
  }
  if (nearRings !== undefined) return tilePolygons(nearRings());
  const step = cellOf(rings);
  return ringsOf(coveredCells(onGridOf(step, rings)), step).map(straightened);
}

/** The smallest side of cells that the limit allows. */
function cellOf(rings: readonly GridPath[]): number {
  let [least, most] = [Infinity, -Infinity];
  for (const ring of rings)
    for (const value of ring) [least, most] = [Math.min(least, value), Math.max(most, value)];
  let step = COARSEST;
  while ((most - least) / step >= MAX_CELLS_ACROSS) step *= 2;
  return step;
}

const onGridOf = (step: number, rings: readonly GridPath[]): readonly GridPath[] =>
  step === 1 ? rings : rings.map((ring) => ring.map((value) => Math.round(value / step)));

const ringsOf = (graph: GridGraph, step: number): readonly GridPath[] =>
  nested(traceRings(graph)).map((ring) => ring.map((value) => value * step));

/** The ring without positions in the middle of straight lines. */
function straightened(ring: GridPath): GridPath {
  const path: number[] = [];
  for (let index = 0; index < ring.length; index += 2) addTo(path, ring[index] ?? 0, ring[index + 1] ?? 0);
  return path;
}

/** A ring of a connected part. */
interface Bound {
  readonly outline: Outline;
  readonly part: number;
}

/**
 * The rings of connected parts. A part may lie in rings of others; if their number is odd, its exterior bounds a hole.
 */
function nested(parts: readonly (readonly GridPath[])[]): readonly GridPath[] {
  const bounds = parts.flatMap((rings, part) =>
    rings.map((ring): Bound => ({ outline: new Outline(ring), part })),
  );
  const roomy = new OutlineRows(bounds.filter(({ outline }) => outline.isRoomy));
  const firsts = new Map<number, boolean>();
  const turned = bounds.map((bound) => {
    const { part, outline } = bound;
    const isTurned = firsts.get(part) ?? isInOddNumber(bound, roomy);
    firsts.set(part, isTurned);
    const ring = isTurned ? reversed(outline.ring) : outline.ring;
    return { outline, ring, area: doubleAreaOf(ring) };
  });
  const exteriors = turned
    .filter(({ area }) => area > 0)
    .map((exterior) => ({ ...exterior, holes: new Array<GridPath>() }));
  const bySize = new OutlineRows(exteriors.toSorted((one, other) => one.area - other.area));
  for (const { outline, ring, area } of turned)
    if (area < 0)
      bySize
        .around(outline)
        .find((exterior) => outline.isIn(exterior.outline))
        ?.holes.push(ring);
  return exteriors.flatMap(({ ring, holes }) => [ring, ...holes]);
}

function isInOddNumber({ outline, part }: Bound, others: OutlineRows<Bound>): boolean {
  let isOdd = false;
  for (const other of others.around(outline))
    if (other.part !== part && outline.isIn(other.outline)) isOdd = !isOdd;
  return isOdd;
}

/** Whether no edge of the rings touches another, except for edges that follow each other in a ring. */
function areSimple(rings: readonly GridPath[]): boolean {
  const edges = edgesOf(rings);
  const following = followersOf(rings);
  const end = sweep(edges, (one, other) => {
    if (following[one / 4] === other || following[other / 4] === one) return turnsBack(edges, one, other);
    return areInContact(edges, one, other);
  });
  return end === 'done';
}

/** For each edge, the offset of the one that follows it. */
function followersOf(rings: readonly GridPath[]): Int32Array {
  const followers = new Int32Array(rings.reduce((sum, { length }) => sum + length / 2, 0));
  let first = 0;
  for (const { length } of rings) {
    const count = length / 2;
    for (let index = 0; index < count; index += 1)
      followers[first + index] = (first + (index + 1 < count ? index + 1 : 0)) * 4;
    first += count;
  }
  return followers;
}

/** Whether two edges touch whose boxes meet. */
function areInContact(edges: Edges, one: number, other: number): boolean {
  const start = sideOf(edges, [one, edges[other] ?? 0, edges[other + 1] ?? 0]);
  const end = sideOf(edges, [one, edges[other + 2] ?? 0, edges[other + 3] ?? 0]);
  if ((start > 0 && end > 0) || (start < 0 && end < 0)) return false;
  const from = sideOf(edges, [other, edges[one] ?? 0, edges[one + 1] ?? 0]);
  const to = sideOf(edges, [other, edges[one + 2] ?? 0, edges[one + 3] ?? 0]);
  return !((from > 0 && to > 0) || (from < 0 && to < 0));
}

/** Whether of two edges that follow each other one lies on the other. */
function turnsBack(edges: Edges, one: number, other: number): boolean {
  const dx = (edges[one + 2] ?? 0) - (edges[one] ?? 0);
  const dy = (edges[one + 3] ?? 0) - (edges[one + 1] ?? 0);
  const toX = (edges[other + 2] ?? 0) - (edges[other] ?? 0);
  const toY = (edges[other + 3] ?? 0) - (edges[other + 1] ?? 0);
  return dx * toY === dy * toX && dx * toX + dy * toY < 0;
}
