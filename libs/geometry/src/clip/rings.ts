import { type Vertex } from '../plane/vertex.js';
import { type Ring } from './chains.js';

/** Twice the area in square degrees, positive for a ring that goes counterclockwise. */
export function doubleAreaOf(ring: Ring): number {
  const origin = ring[0];
  let before = ring.at(-1);
  if (origin === undefined || before === undefined) return 0;
  let sum = 0;
  for (const vertex of ring) {
    sum += (before.x - origin.x) * (vertex.y - origin.y) - (vertex.x - origin.x) * (before.y - origin.y);
    before = vertex;
  }
  return sum;
}

/** The ring without vertices that repeat the one before; none of it where no area is left. */
export function tidy(ring: Ring): Ring {
  const distinct = ring.filter(
    ({ x, y }, index) => ring.at(index - 1)?.x !== x || ring.at(index - 1)?.y !== y,
  );
  return distinct.length < 3 || doubleAreaOf(distinct) === 0 ? [] : distinct;
}

/** The ring, closed; counterclockwise or clockwise as the sign says. */
export function closed(ring: Ring, sign: 1 | -1): Ring {
  const directed = doubleAreaOf(ring) * sign > 0 ? ring : ring.toReversed();
  return [...directed, ...directed.slice(0, 1)];
}

/** Whether the vertex is inside the ring; `undefined` on its boundary. */
export function isInsideRing(vertex: Vertex, ring: Ring): boolean | undefined {
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
