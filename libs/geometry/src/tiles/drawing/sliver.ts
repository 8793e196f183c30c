import { type GridPath } from './snap-path.js';

/** Ways to widen a path by a unit. */
const WIDTHS = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const;

/**
 * The ring of a polygon that is narrower than a unit, a unit wide: along its snapped exterior, from its westernmost
 * position to the farthest one. Each tile widens it to the same side.
 */
export function widened(exterior: GridPath): GridPath {
  const chain = chainOf(exterior);
  const [dx, dy] = WIDTHS.reduce((best, width) =>
    alongOf(chain, width) < alongOf(chain, best) ? width : best,
  );
  const ring = [...chain];
  for (let index = chain.length - 2; index >= 0; index -= 2)
    ring.push((chain[index] ?? 0) + dx, (chain[index + 1] ?? 0) + dy);
  return ring;
}

function chainOf(ring: GridPath): GridPath {
  const start = extreme(ring, (x, y) => -x * 2 ** 26 - y);
  const [fromX = 0, fromY = 0] = [ring[start], ring[start + 1]];
  const turned = [...ring.slice(start), ...ring.slice(0, start)];
  const end = extreme(turned, (x, y) => Math.hypot(x - fromX, y - fromY));
  return turned.slice(0, end + 2);
}

/** The offset of the position of the greatest rank, the first of several. */
function extreme(ring: GridPath, rankOf: (x: number, y: number) => number): number {
  let [best, rank] = [0, -Infinity];
  for (let index = 0; index < ring.length; index += 2) {
    const here = rankOf(ring[index] ?? 0, ring[index + 1] ?? 0);
    if (here > rank) [best, rank] = [index, here];
  }
  return best;
}

/** The length of a path in the direction in which it would be widened. Its parts in that direction gain no width. */
function alongOf(path: GridPath, [dx, dy]: readonly [number, number]): number {
  let length = 0;
  for (let index = 2; index < path.length; index += 2) {
    const x = (path[index] ?? 0) - (path[index - 2] ?? 0);
    const y = (path[index + 1] ?? 0) - (path[index - 1] ?? 0);
    if (x * dy === y * dx) length += Math.hypot(x, y);
  }
  return length;
}
