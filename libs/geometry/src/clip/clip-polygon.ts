import { chainsOf, type Ring } from './chains.js';
import { depthOf, type HalfPlane } from './half-plane.js';
import { joinChains } from './join-chains.js';
import { closed, isInsideRing, tidy } from './rings.js';

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
