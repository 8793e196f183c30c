import type { Grid } from './grid-path.js';
import { EXTENT, type TilePlace } from './tile-place.js';

/** On the grid of a tile. */
export type Place = readonly [x: number, y: number];

/** So far beside an edge, in units, an area is looked at: a little more than an edge may be moved. */
const BESIDE = 1.25;

/** Places all over the part of a box in the tile, the same ones each time (a sequence of the golden ratio in two dimensions). */
export function placesIn(
  box: readonly [left: number, top: number, right: number, bottom: number],
  count: number,
): readonly Place[] {
  const [left, top] = [Math.max(0, box[0]), Math.max(0, box[1])];
  const [right, bottom] = [Math.min(EXTENT, box[2]), Math.min(EXTENT, box[3])];
  return Array.from({ length: count }, (_, index) => {
    const [along, down] = [(index * 0.7548776662) % 1, (index * 0.5698402909) % 1];
    return [left + along * (right - left), top + down * (bottom - top)];
  });
}

/** Places on both sides of some edges of rings, so near that an edge which is farther away than it may be leaves them out. */
export function placesBeside(rings: readonly Grid[], count: number): readonly Place[] {
  return edgesOf(rings, count).flatMap(([[x1, y1], [x2, y2]]) => {
    const [dx, dy] = [x2 - x1, y2 - y1];
    const scale = BESIDE / Math.hypot(dx, dy);
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    return [1, -1].map((side) => [x - side * scale * dy, y + side * scale * dx] as const);
  });
}

/** The ends and the middles of some edges of rings. */
export const placesOn = (rings: readonly Grid[], count: number): readonly Place[] =>
  edgesOf(rings, count).flatMap(([[x1, y1], [x2, y2]]) => [
    [x1, y1],
    [(x1 + x2) / 2, (y1 + y2) / 2],
  ]);

function edgesOf(rings: readonly Grid[], count: number): readonly (readonly [Place, Place])[] {
  const total = rings.reduce((sum, { length }) => sum + length, 0);
  const step = Math.max(1, Math.floor(total / count));
  const edges: (readonly [Place, Place])[] = [];
  let seen = 0;
  for (const ring of rings)
    for (const [index, end] of ring.entries()) {
      seen += 1;
      const start = ring.at(index - 1) ?? end;
      const isPoint = start[0] === end[0] && start[1] === end[1];
      if (seen % step === 0 && !isPoint) edges.push([start, end]);
    }
  return edges;
}

/** In units. */
const END = 16;

/** Whether a place is so far in the north or the south of the map that edges go from there to a pole, which is on no map: which way is not laid down. */
export const isAtEndOfMap = ([, y]: Place, tile: TilePlace): boolean =>
  (tile.y === 0 && y < END) || (tile.y + 1 === 2 ** tile.zoom && y > EXTENT - END);
