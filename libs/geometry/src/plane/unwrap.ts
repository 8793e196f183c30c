import { type Position } from '../geojson/geojson.js';
import { isContinuous, jumps, turnsInto } from './longitudes.js';
import { type Vertex } from './vertex.js';

/** The positions of a line as a path without jumps, its westernmost `x` in `from` ≤ x < `from` + 360. */
export function unwrapLine(positions: readonly Position[], from = -180): readonly Vertex[] {
  const turns = isPlain(positions) ? undefined : turnsOf(positions);
  const turnOf = (index: number): number => turns?.[index] ?? 0;
  const west = positions.reduce(
    (least, [longitude], index) => Math.min(least, longitude + turnOf(index)),
    Infinity,
  );
  const shift = positions.length === 0 ? 0 : turnsInto(west, from);
  return positions.map(([longitude, y, z], index) => ({ x: longitude + (turnOf(index) + shift), y, z }));
}

/** Most paths are: none of their steps jumps. */
function isPlain(positions: readonly Position[]): boolean {
  let before: number | undefined;
  for (const [longitude] of positions) {
    if (before !== undefined && jumps(longitude - before)) return false;
    before = longitude;
  }
  return true;
}

/** For each position, what is to be added to its longitude so that no step jumps; nothing where none does. */
function turnsOf(positions: readonly Position[]): readonly number[] | undefined {
  if (isContinuous(positions)) return undefined;
  let turn = 0;
  let before: number | undefined;
  return positions.map(([longitude]) => {
    const step = longitude - (before ?? longitude);
    if (jumps(step)) turn -= Math.sign(step) * 360;
    before = longitude;
    return turn;
  });
}

/**
 * A ring as a path without jumps that ends where it starts. One that goes once around the globe encloses a pole, the
 * one it is nearer to; it is led up to that pole and back along it.
 */
export function unwrapRing(positions: readonly Position[], from = -180): readonly Vertex[] {
  const path = unwrapLine(positions, from);
  const first = path[0];
  const last = path.at(-1);
  if (first === undefined || last === undefined || first.x === last.x) return path;
  const mean = path.reduce((sum, { y }) => sum + y, 0) / path.length;
  const pole = { y: mean < 0 ? -90 : 90, z: undefined };
  return [...path, { x: last.x, ...pole }, { x: first.x, ...pole }, first];
}
