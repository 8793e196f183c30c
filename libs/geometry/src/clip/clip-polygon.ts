import { doubleAreaOf } from '../plane/area.js';
import type { Vertex } from '../plane/vertex.js';
import { depthOf, type HalfPlane, crossingOf } from './half-plane.js';

/** Where a chain meets the line. */
interface End {
  readonly chain: Chain;
  readonly isStart: boolean;
  /** The position on the line. */
  readonly at: number;
  /** How the chain leaves the line, to order ends at one place. */
  readonly slope: number;
}

/**
 * Closes the chains to rings along the line. From one end to the next along the line is inside, then outside, and so on;
 * so the first is joined to the second, and the third to the fourth.
 */
function joinChains(chains: readonly Chain[], half: HalfPlane): readonly Ring[] {
  const ends = chains
    .flatMap((chain) => [startOf(chain, half), exitOf(chain, half)])
    .sort((one, other) => one.at - other.at || one.slope - other.slope);
  const starts = new Map(ends.filter(({ isStart }) => isStart).map((end) => [end.chain, end]));
  const exits = new Map(ends.filter(({ isStart }) => !isStart).map((end) => [end.chain, end]));
  const partners = new Map(ends.map((end, index) => [end, ends[index % 2 === 0 ? index + 1 : index - 1]]));

  const left = new Set(chains);
  return chains.flatMap((first) => {
    const ring: Vertex[] = [];
    let entry = starts.get(first);
    while (entry !== undefined && left.delete(entry.chain)) {
      for (const vertex of entry.isStart ? entry.chain : entry.chain.toReversed()) ring.push(vertex);
      const exit = (entry.isStart ? exits : starts).get(entry.chain);
      entry = exit && partners.get(exit);
    }
    return ring.length > 0 ? [ring] : [];
  });
}

const startOf = (chain: Chain, half: HalfPlane): End => ({
  chain,
  isStart: true,
  ...placeOf(chain[0], chain[1], half),
});
const exitOf = (chain: Chain, half: HalfPlane): End => ({
  chain,
  isStart: false,
  ...placeOf(chain.at(-1), chain.at(-2), half),
});

function placeOf(end: Vertex | undefined, inner: Vertex | undefined, half: HalfPlane) {
  if (end === undefined || inner === undefined) return { at: NaN, slope: NaN };
  const along = half.axis === 'x' ? 'y' : 'x';
  return { at: end[along], slope: (inner[along] - end[along]) / depthOf(inner, half) };
}

/** The exterior, then the holes. */
export type PolygonRings = readonly Ring[];

/**
 * The parts of a polygon inside all half-planes; valid polygons if it is one. Each part has a ring of its own, where
 * clipping vertex by vertex (Sutherland-Hodgman) would leave them connected along the box. Exteriors come out
 * counterclockwise, holes clockwise; rings without area are left out.
 */
export function clipPolygon(rings: PolygonRings, halves: readonly HalfPlane[]): readonly PolygonRings[] {
  const [exterior = [], ...holes] = rings.map((ring) => tidy(ring.slice(0, -1)));
  if (exterior.length === 0) return [];
  const parts = halves.reduce<readonly PolygonRings[]>(
    (polygons, half) => polygons.flatMap((polygon) => clipToHalf(polygon, half)),
    [[exterior, ...holes.filter(({ length }) => length > 0)]],
  );
  return parts.map((part) => part.map((ring, index) => closed(ring, index === 0 ? 1 : -1)));
}

function clipToHalf(rings: PolygonRings, half: HalfPlane): readonly PolygonRings[] {
  if (rings.every((ring) => ring.every((vertex) => depthOf(vertex, half) >= 0))) return [rings];
  const isWhole = (ring: Ring) => ring.every((vertex) => depthOf(vertex, half) > 0);
  const [exterior = [], ...holes] = rings;
  const joined = joinChains(
    rings.flatMap((ring) => chainsOf(ring, half)),
    half,
  ).map(tidy);
  const exteriors = isWhole(exterior) ? [exterior, ...joined] : joined;
  const parts = exteriors.filter(({ length }) => length > 0).map((ring) => [ring]);
  for (const hole of holes.filter(isWhole)) partAround(hole, parts)?.push(hole);
  return parts;
}

/** The part whose exterior goes around the hole. */
function partAround(hole: Ring, parts: readonly Ring[][]): Ring[] | undefined {
  if (parts.length < 2) return parts[0];
  return parts.find(([exterior = []]) => {
    for (const vertex of hole) {
      const isInside = isInsideRing(vertex, exterior);
      if (isInside !== undefined) return isInside;
    }
    return true;
  });
}

/** The ring without vertices that repeat the one before; none of it where no area is left. */
function tidy(ring: Ring): Ring {
  const distinct = ring.filter(
    ({ x, y }, index) => ring.at(index - 1)?.x !== x || ring.at(index - 1)?.y !== y,
  );
  return distinct.length < 3 || doubleAreaOf(distinct) === 0 ? [] : distinct;
}

/** The ring, closed; counterclockwise or clockwise as the sign says. */
function closed(ring: Ring, sign: 1 | -1): Ring {
  const directed = doubleAreaOf(ring) * sign > 0 ? ring : ring.toReversed();
  return [...directed, ...directed.slice(0, 1)];
}

/** Whether the vertex is inside the ring; `undefined` on its boundary. */
function isInsideRing(vertex: Vertex, ring: Ring): boolean | undefined {
  let isInside = false;
  let a = ring.at(-1);
  for (const b of ring) {
    if (a === undefined) return false;
    const cross = (b.x - a.x) * (vertex.y - a.y) - (vertex.x - a.x) * (b.y - a.y);
    const isBetween = (vertex.x - a.x) * (vertex.x - b.x) <= 0 && (vertex.y - a.y) * (vertex.y - b.y) <= 0;
    if (cross === 0 && isBetween) return undefined;
    if (a.y > vertex.y !== b.y > vertex.y && cross > 0 === b.y > a.y) isInside = !isInside;
    a = b;
  }
  return isInside;
}

/** A ring without its closing vertex. */
type Ring = readonly Vertex[];

/** A stretch of a ring inside a half-plane, from where it comes in to where it goes out, both on the line. */
type Chain = readonly Vertex[];

/**
 * The stretches of a ring inside a half-plane; none if it is wholly inside. A vertex on the line counts as outside, as
 * if the line were moved inwards by less than any number.
 */
function chainsOf(ring: Ring, half: HalfPlane): readonly Chain[] {
  const isInside = (vertex: Vertex | undefined) => vertex !== undefined && depthOf(vertex, half) > 0;
  const first = ring.findIndex((vertex, index) => isInside(vertex) && !isInside(ring.at(index - 1)));
  if (first < 0) return [];
  const chains: Chain[] = [];
  let chain: Vertex[] = [];
  let before = ring.at(first - 1);
  // It ends with the vertex before the first, which is outside, so that the last chain is complete.
  for (const vertex of [...ring.slice(first), ...ring.slice(0, first)]) {
    if (before === undefined) break;
    if (isInside(vertex)) {
      if (!isInside(before)) chain.push(crossingOf(vertex, before, half));
      chain.push(vertex);
    } else if (isInside(before)) {
      chain.push(crossingOf(before, vertex, half));
      chains.push(chain);
      chain = [];
    }
    before = vertex;
  }
  return chains;
}
