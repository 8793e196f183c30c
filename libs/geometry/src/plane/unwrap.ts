import { type Position } from '../geojson/geojson.js';
import { isContinuous, jumps, turnsInto } from './longitudes.js';
import { type Vertex } from './vertex.js';

/** The positions of a line as a path without jumps, its westernmost `x` in `from` ≤ x < `from` + 360. */
export function unwrapLine(positions: readonly Position[], from = -180): readonly Vertex[] {
  const turns = turnsOf(positions);
  let west = Infinity;
  for (const [index, [longitude]] of positions.entries())
    west = Math.min(west, longitude + (turns?.[index] ?? 0));
  const shift = positions.length === 0 ? 0 : turnsInto(west, from);
  return positions.map(([longitude, y, z], index) => ({
    x: longitude + ((turns?.[index] ?? 0) + shift),
    y,
    z,
  }));
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
