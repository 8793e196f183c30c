import { type Position } from '../geojson/geojson.js';

/**
 * Whether a step from one longitude to the next leads more than half around the globe. A step of exactly 360° does not
 * count. It is an edge around the whole globe, as in polygons that reach a pole, or leads from 180 to -180, which are
 * one meridian.
 */
export const isWide = (step: number): boolean => Math.abs(step) > 180 && Math.abs(step) !== 360;

/** In degrees. A wider step of a line, which is less than 90° the other way, goes across the antimeridian. */
const WIDEST_STEP = 270;

/**
 * Whether a step of a line goes across the antimeridian, as steps of tracks do. Other steps are straight, as in RFC
 * 7946.
 */
export const jumps = (step: number): boolean => Math.abs(step) > WIDEST_STEP && Math.abs(step) !== 360;

/** Whether a step is wide, or leads from 180 to -180 or back. */
export const isWideOrTurns = (step: number): boolean => Math.abs(step) > 180;

/** Whether a step of the path leads from 180 to -180 or back. */
export const hasWholeTurn = (positions: readonly Position[]): boolean =>
  positions.some(([longitude], index) => {
    if (Math.abs(longitude) !== 180) return false;
    const [before = longitude] = positions[index - 1] ?? [];
    return before === -longitude;
  });

/**
 * Whether a path leaves ±180. Such a path goes on around the globe by itself, so none of its steps leads across the
 * antimeridian in another way.
 */
export const isContinuous = (positions: readonly Position[]): boolean =>
  positions.some(([longitude]) => Math.abs(longitude) > 180);

/** Whether there is but one way to read the longitudes of a path: all are within ±180, and no step is wide. */
export function isPlain(positions: readonly Position[]): boolean {
  let before = positions[0]?.[0] ?? 0;
  for (const [longitude] of positions) {
    if (longitude < -180 || longitude > 180 || Math.abs(longitude - before) > 180) return false;
    before = longitude;
  }
  return true;
}

/** The whole turns, in degrees, that move `x` to `from` ≤ x < `from` + 360. */
export const turnsInto = (x: number, from: number): number => -360 * Math.floor((x - from) / 360);
