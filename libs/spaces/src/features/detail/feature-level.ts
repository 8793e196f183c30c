import type { BoundingBox } from '@cairn/geometry';
import { idHash } from '../content/id-hash.js';

/** Every feature is of this level or a lower one. */
export const MAX_LEVEL = 15;

/**
 * Degrees from which on a feature is more important than a point: some 300 m, one level lower for each doubling. No
 * power of two of it is a size that data have, so that rounding does not tell stores apart.
 */
export const LEAST_SIZE = 0.00271;
/** Ids that are alike have hashes whose first bits are alike; multiplied by this they have not. */
export const HASH_FACTOR = 0x5bd1e995;

/**
 * How important a feature is on a map, 0 for the most important ones: by chance of its id, and the more by the larger
 * side of its boxes. Of features of one size a quarter has the next lower level at most, the same ones in every store.
 */
export function featureLevel(id: string, boxes: readonly BoundingBox[]): number {
  const zeros = Math.clz32(rankOf(id));
  const byChance = MAX_LEVEL - Math.min(MAX_LEVEL, zeros >> 1);
  return Math.max(0, byChance - levelsOfSize(boxes));
}

/** 32 bits by chance of the id: of features of one size, those with the lower ones have the lower levels. */
export function rankOf(id: string): number {
  return Math.imul(idHash(id), HASH_FACTOR) >>> 0;
}

function levelsOfSize(boxes: readonly BoundingBox[]): number {
  const [first] = boxes;
  const last = boxes.at(-1);
  if (first === undefined || last === undefined) return 0;
  const [west] = first;
  const [, , east] = last;
  const width = east - west + (west > east ? 360 : 0);
  const height =
    Math.max(...boxes.map(([, , , north]) => north)) - Math.min(...boxes.map(([, south]) => south));
  const size = Math.max(width, height, LEAST_SIZE);
  return Math.min(MAX_LEVEL, Math.floor(Math.log2(size / LEAST_SIZE)));
}
