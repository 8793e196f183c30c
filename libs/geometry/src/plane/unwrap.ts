import { type Position, type Rings } from '../geojson/geojson.js';
import { doubleAreaOf } from './area.js';
import { Extent } from './extent.js';
import { hasWholeTurn, isContinuous, isWide, isWideOrTurns, jumps, turnsInto } from './longitudes.js';
import { aroundPole } from './around-pole.js';
import { type Vertex } from './vertex.js';
import { type Edge, edgeOf, edgesMeet, isPoint, sideOf } from './edge.js';

/** Maximum comparisons. For a ring with thousands of such edges, the answer stays unknown. */
const MOST_COMPARISONS = 250_000;

type Path = readonly Vertex[];

interface Reading {
  /** The westernmost `x` is moved to `from` ≤ x < `from` + 360. */
  readonly from: number;
  /** Whether a step leads across the antimeridian. */
  readonly isJump: (step: number) => boolean;
}

/** The positions of a line as a path without jumps, its westernmost `x` in -180 ≤ x < 180. */
export const unwrapLine = (positions: readonly Position[]): Path =>
  unwrap(positions, { from: -180, isJump: jumps });

/**
 * The rings of a polygon, the exterior first, as paths without jumps that end where they start. A ring that goes once
 * around the globe encloses the nearer pole; its path runs along that.
 *
 * A ring with wide steps can be read in two ways: straight, as RFC 7946 has it, or across the antimeridian. An exterior is
 * read so that it does not cross itself; where that does not decide it, counterclockwise: so both spellings follow the
 * right-hand rule. A hole is read so that it is inside, then such that it goes around the other way than the exterior.
 */
export function unwrapPolygon([exterior, ...holes]: Rings): readonly Path[] {
  if (exterior === undefined) return [];
  const outline = unwrapExterior(exterior);
  if (holes.length === 0) return [outline];
  const { west, east } = extentOf(outline);
  return [outline, ...holes.map((hole) => unwrapHole(hole, { outline, west, east }))];
}

function unwrapExterior(ring: readonly Position[]): Path {
  if (!hasTwoReadings(ring)) return unwrapAcross(ring);
  const straight = unwrap(ring, { from: -180, isJump: never });
  const across = closingPath(ring, -180);
  return isStraight(ring, { straight, across }) ? straight : closed(ring, { path: across, from: -180 });
}

/** In degrees: from longitudes that were moved by whole turns. */
const ROUNDING = 1e-9;

function unwrapHole(
  ring: readonly Position[],
  { outline, west: from, east }: { readonly outline: Path; readonly west: number; readonly east: number },
): Path {
  if (!hasTwoReadings(ring)) return unwrapAcross(ring, from);
  const straight = unwrap(ring, { from, isJump: never });
  const path = closingPath(ring, from);
  const across = closed(ring, { path, from });
  const isInside = (hole: Path): boolean => extentOf(hole).east <= east + ROUNDING;
  if (isInside(straight) !== isInside(across)) return isInside(straight) ? straight : across;
  const isClockwise = doubleAreaOf(outline) < 0;
  return isStraight(ring, { straight, across: path }, isClockwise ? 1 : -1) ? straight : across;
}

/** A ring whose steps take the shorter way around the globe, as a path that ends where it starts. */
export const unwrapAcross = (positions: readonly Position[], from = -180): Path =>
  closed(positions, { path: closingPath(positions, from), from });

const never = (): boolean => false;

const hasWideStep = (positions: readonly Position[]): boolean =>
  positions.some(([longitude], index) => isWide(longitude - (positions[index - 1]?.[0] ?? longitude)));

/** A ring that steps from 180 to -180 is read as by `closingPath`, unless it surely goes around the globe. */
const hasTwoReadings = (ring: readonly Position[]): boolean =>
  hasWideStep(ring) && !isContinuous(ring) && (!hasWholeTurn(ring) || runsAroundGlobe(ring));

interface Readings {
  readonly straight: Path;
  readonly across: Path;
}

/** @param sign The sign of the area that the ring must have. */
function isStraight(ring: readonly Position[], { straight, across }: Readings, sign: 1 | -1 = 1): boolean {
  const wide = ring.flatMap(([longitude], index) =>
    isWide(longitude - (ring[index - 1]?.[0] ?? longitude)) ? [index] : [],
  );
  const isCrossed = meetsItself(straight, wide);
  if (isCrossed !== meetsItself(across, wide)) return !isCrossed;
  const area = doubleAreaOf(straight) * sign;
  return area === 0 ? !ring.some(([x], index) => jumps(x - (ring[index - 1]?.[0] ?? x))) : area > 0;
}

/** The path, which leads along the nearer pole to its start if it goes around the globe. */
function closed(
  positions: readonly Position[],
  { path, from }: { readonly path: Path; readonly from: number },
): Path {
  return isClosed(path) ? path : aroundPole(path, { positions, from });
}

/**
 * A step of exactly 360° is an edge around the globe if only this closes the ring. It is a step across the
 * antimeridian, of no length, if only that closes the ring. If both do, the ring goes around the globe if it runs along
 * both of its edges, as the world does, or if nothing would be left of it otherwise.
 */
function closingPath(positions: readonly Position[], from: number): Path {
  const around = unwrap(positions, { from, isJump: isWide });
  if (!hasWholeTurn(positions)) return around;
  const across = unwrap(positions, { from, isJump: isWideOrTurns });
  if (!isClosed(across)) return around;
  const isGlobal = isFlat(across) || runsAlongBothEdges(positions);
  return isClosed(around) && isGlobal ? around : across;
}

const isClosed = (path: Path): boolean => path[0]?.x === path.at(-1)?.x;

const isFlat = (path: Path): boolean => path.every(({ x }) => x === path[0]?.x);

const runsAlongBothEdges = (positions: readonly Position[]): boolean =>
  runsAlong(positions, -180) && runsAlong(positions, 180);

const runsAlong = (positions: readonly Position[], meridian: number): boolean =>
  positions.some(([longitude, latitude], index) => {
    const [before, from] = positions[index - 1] ?? [];
    return longitude === meridian && before === meridian && latitude !== from;
  });

/** Whether a step of exactly 360° is an edge for sure: also where it runs along a pole. */
const runsAroundGlobe = (positions: readonly Position[]): boolean =>
  runsAlongBothEdges(positions) ||
  positions.some(([longitude, latitude], index) => {
    const [before = longitude, from = latitude] = positions[index - 1] ?? [];
    return Math.abs(longitude - before) === 360 && latitude === from && Math.abs(latitude) === 90;
  });

function unwrap(positions: readonly Position[], { from, isJump }: Reading): Path {
  const turns = hasJump(positions, isJump) ? turnsOf(positions, isJump) : undefined;
  const turnOf = (index: number): number => turns?.[index] ?? 0;
  const west = positions.reduce(
    (least, [longitude], index) => Math.min(least, longitude + turnOf(index)),
    Infinity,
  );
  const shift = positions.length === 0 ? 0 : turnsInto(west, from);
  return positions.map(([longitude, y, z], index) => ({ x: longitude + (turnOf(index) + shift), y, z }));
}

/** Most paths have none. */
function hasJump(positions: readonly Position[], isJump: Reading['isJump']): boolean {
  let before: number | undefined;
  for (const [longitude] of positions) {
    if (before !== undefined && isJump(longitude - before)) return true;
    before = longitude;
  }
  return false;
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

function extentOf(path: Path): Extent {
  const extent = new Extent();
  for (const { x, y } of path) extent.add(x, y);
  return extent;
}

/** Whether one of some edges of a ring, each named by the index of its end, meets another edge of it. */
function meetsItself(ring: readonly Vertex[], ends: readonly number[]): boolean {
  if (ends.length * ring.length > MOST_COMPARISONS) return false;
  const edges = edgesOf(ring);
  const asked = new Set(ends.map((end) => ring[end]));
  return edges.some((edge, index) => asked.has(edge.b) && meetsAnother(edges, index));
}

/** The edges of a ring, without those of no length. */
function edgesOf(ring: readonly Vertex[]): readonly Edge[] {
  return ring.flatMap((vertex, index) => {
    const edge = edgeOf(ring[index - 1] ?? vertex, vertex);
    return isPoint(edge) ? [] : [edge];
  });
}

function meetsAnother(edges: readonly Edge[], index: number): boolean {
  const edge = edges[index];
  const [before, next] = [edges.at(index - 1), edges[(index + 1) % edges.length]];
  if (edge === undefined || before === undefined || next === undefined) return false;
  if (turnsBack(before, edge) || turnsBack(edge, next)) return true;
  return edges.some(
    (other) => other !== edge && other !== before && other !== next && edgesMeet(edge, other),
  );
}

/** Whether of two edges that follow each other the second lies on the first. */
function turnsBack(one: Edge, next: Edge): boolean {
  if (sideOf(one, next.b) !== 0) return false;
  return (one.b.x - one.a.x) * (next.b.x - next.a.x) + (one.b.y - one.a.y) * (next.b.y - next.a.y) < 0;
}
