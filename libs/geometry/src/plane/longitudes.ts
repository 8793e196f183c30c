import { type Position } from '../geojson/geojson.js';

/**
 * Whether the step from one longitude to the next goes across the antimeridian. A step of exactly 360° is an edge
 * around the whole globe, as polygons that reach a pole have it.
 */
export const jumps = (step: number): boolean => Math.abs(step) > 180 && Math.abs(step) !== 360;

/** A path that leaves ±180 goes on around the globe by itself: none of its steps is a jump. */
export const isContinuous = (positions: readonly Position[]): boolean =>
  positions.some(([longitude]) => Math.abs(longitude) > 180);

/** By how much `x` is to be moved, in whole turns, to lie in `from` ≤ x < `from` + 360. */
export const turnsInto = (x: number, from: number): number => -360 * Math.floor((x - from) / 360);
