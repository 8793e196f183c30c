import { type Position } from '../geojson/geojson.js';

/**
 * Whether the step from one longitude to the next goes across the antimeridian. A step of exactly 360° is an edge
 * around the whole globe, as polygons that reach a pole have it; `unwrapRing` knows rings where it is not.
 */
export const jumps = (step: number): boolean => Math.abs(step) > 180 && Math.abs(step) !== 360;

/** Whether it does, or leads from 180 to -180 or back, which are one meridian. */
export const jumpsOrTurns = (step: number): boolean => Math.abs(step) > 180;

/** Whether a step of the path leads from 180 to -180 or back. */
export const hasWholeTurn = (positions: readonly Position[]): boolean =>
  positions.some(([longitude], index) => {
    if (Math.abs(longitude) !== 180) return false;
    const [before = longitude] = positions[index - 1] ?? [];
    return before === -longitude;
  });

/** A path that leaves ±180 goes on around the globe by itself: none of its steps is a jump. */
export const isContinuous = (positions: readonly Position[]): boolean =>
  positions.some(([longitude]) => Math.abs(longitude) > 180);

/** The whole turns, in degrees, that move `x` to `from` ≤ x < `from` + 360. */
export const turnsInto = (x: number, from: number): number => -360 * Math.floor((x - from) / 360);
