import { type Position } from '../geojson/geojson.js';
import { hasWholeTurn, isContinuous, jumps, jumpsOrTurns, turnsInto } from './longitudes.js';
import { type Vertex } from './vertex.js';

interface Reading {
  readonly from: number;
  readonly isJump: (step: number) => boolean;
}

/** The positions of a line as a path without jumps, its westernmost `x` in `from` ≤ x < `from` + 360. */
export const unwrapLine = (positions: readonly Position[], from = -180): readonly Vertex[] =>
  unwrap(positions, { from, isJump: jumps });

/**
 * A ring as a path without jumps that ends where it starts. A ring that goes once around the globe encloses the nearer
 * pole; the path goes to that pole and back.
 */
export function unwrapRing(positions: readonly Position[], from = -180): readonly Vertex[] {
  const path = closingPath(positions, from);
  const first = path[0];
  const last = path.at(-1);
  if (first === undefined || last === undefined || first.x === last.x) return path;
  const mean = path.reduce((sum, { y }) => sum + y, 0) / path.length;
  const pole = { y: mean < 0 ? -90 : 90, z: undefined };
  return [...path, { x: last.x, ...pole }, { x: first.x, ...pole }, first];
}

/**
 * A step of exactly 360° is an edge around the globe where only that closes the ring; a step across the antimeridian,
 * of no length, where only that does. Where both do, the ring goes around the globe if it runs along both of its edges,
 * as the world does, or if nothing else were left of it.
 */
function closingPath(positions: readonly Position[], from: number): readonly Vertex[] {
  const around = unwrapLine(positions, from);
  if (!hasWholeTurn(positions)) return around;
  const across = unwrap(positions, { from, isJump: jumpsOrTurns });
  if (!isClosed(across)) return around;
  const isGlobal = isFlat(across) || (runsAlong(positions, -180) && runsAlong(positions, 180));
  return isClosed(around) && isGlobal ? around : across;
}

const isClosed = (path: readonly Vertex[]): boolean => path[0]?.x === path.at(-1)?.x;

const isFlat = (path: readonly Vertex[]): boolean => path.every(({ x }) => x === path[0]?.x);

const runsAlong = (positions: readonly Position[], meridian: number): boolean =>
  positions.some(([longitude, latitude], index) => {
    const [before, from] = positions[index - 1] ?? [];
    return longitude === meridian && before === meridian && latitude !== from;
  });

function unwrap(positions: readonly Position[], { from, isJump }: Reading): readonly Vertex[] {
  const turns = isPlain(positions, isJump) ? undefined : turnsOf(positions, isJump);
  const turnOf = (index: number): number => turns?.[index] ?? 0;
  const west = positions.reduce(
    (least, [longitude], index) => Math.min(least, longitude + turnOf(index)),
    Infinity,
  );
  const shift = positions.length === 0 ? 0 : turnsInto(west, from);
  return positions.map(([longitude, y, z], index) => ({ x: longitude + (turnOf(index) + shift), y, z }));
}

/** A fast path for most rings: no step jumps. */
function isPlain(positions: readonly Position[], isJump: Reading['isJump']): boolean {
  let before: number | undefined;
  for (const [longitude] of positions) {
    if (before !== undefined && isJump(longitude - before)) return false;
    before = longitude;
  }
  return true;
}

/** For each position, the degrees to add to its longitude so that no step jumps; `undefined` if none does. */
function turnsOf(positions: readonly Position[], isJump: Reading['isJump']): readonly number[] | undefined {
  if (isContinuous(positions)) return undefined;
  let turn = 0;
  let before: number | undefined;
  return positions.map(([longitude]) => {
    const step = longitude - (before ?? longitude);
    if (isJump(step)) turn -= Math.sign(step) * 360;
    before = longitude;
    return turn;
  });
}
