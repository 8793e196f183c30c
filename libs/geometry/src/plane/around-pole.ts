import { type Position } from '../geojson/geojson.js';
import { type Vertex } from './vertex.js';

/** Where a path crosses a meridian: on the edge to the vertex of this index. */
interface Seam {
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Turns a path that goes once around the globe into a ring around the nearer pole, from `from` to `from` + 360. The
 * path is cut where it crosses the meridian of `from`, nearest to the pole if it does so several times, and led along
 * the pole. So none of its edges lies inside the area.
 * @param positions Those of the path.
 */
export function aroundPole(
  path: readonly Vertex[],
  { positions, from }: { readonly positions: readonly Position[]; readonly from: number },
): readonly Vertex[] {
  const [first, last] = [path[0], path.at(-1)];
  if (first === undefined || last === undefined) return path;
  const pole = path.reduce((sum, { y }) => sum + y, 0) < 0 ? -90 : 90;
  const turn = last.x - first.x;
  const seam = seamOf(path, { from, pole });
  const start = turn > 0 ? from : from - turn;
  // Whole turns are added to each longitude at once: most are 0, and leave it as it is.
  const moved =
    (by: number) =>
    (vertex: Vertex, index: number): Vertex => {
      const longitude = positions[index]?.[0] ?? vertex.x;
      return { ...vertex, x: longitude + (Math.round((vertex.x - longitude) / 360) * 360 + by) };
    };
  const [before, after] = [moved(start - seam.x + turn), moved(start - seam.x)].map((move) => path.map(move));
  const at = (x: number, y: number): Vertex => ({ x, y, z: undefined });
  return [
    at(start, seam.y),
    ...(after ?? []).slice(seam.index),
    ...(before ?? []).slice(1, seam.index),
    at(start + turn, seam.y),
    at(start + turn, pole),
    at(start, pole),
    at(start, seam.y),
  ];
}

function seamOf(
  path: readonly Vertex[],
  { from, pole }: { readonly from: number; readonly pole: number },
): Seam {
  const seams = path.flatMap((vertex, index): readonly Seam[] => {
    const before = path[index - 1] ?? vertex;
    const [left, right] = [before.x, vertex.x].map((x) => Math.floor((x - from) / 360));
    if (left === undefined || right === undefined || left === right) return [];
    const x = from + 360 * Math.max(left, right);
    return [{ index, x, y: before.y + ((x - before.x) / (vertex.x - before.x)) * (vertex.y - before.y) }];
  });
  const [first = { index: 0, x: from, y: pole }] = seams;
  return seams.reduce(
    (best, seam) => (Math.abs(pole - seam.y) < Math.abs(pole - best.y) ? seam : best),
    first,
  );
}
