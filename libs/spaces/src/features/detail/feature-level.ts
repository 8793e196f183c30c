import type { BoundingBox } from '@cairn/geometry';
import { idHash } from '../content/id-hash.js';

/** Every feature is of this level or a lower one. */
export const MAX_LEVEL = 15;

/**
 * The size in degrees from which a feature is more important than a point: some 300 m. Each doubling lowers the level
 * by one. Data do not have sizes of exactly this number times a power of two, so rounding cannot make stores disagree.
 */
export const LEAST_SIZE = 0.00271;
/** Similar ids have hashes whose first bits are similar. After multiplication by this factor they are not. */
export const HASH_FACTOR = 0x5bd1e995;

/**
 * The importance of a feature on a map, 0 for the most important ones. It is pseudo-random by id, and the level is
 * lower for a feature whose boxes have a longer side. Of the features of one size up to any level, a quarter have a
 * lower level: the same ones in every store.
 */
export function featureLevel(id: string, boxes: readonly BoundingBox[]): number {
  const zeros = Math.clz32(rankOf(id));
  const byChance = MAX_LEVEL - Math.min(MAX_LEVEL, zeros >> 1);
  return Math.max(0, byChance - levelsOfSize(boxes));
}

/**
 * A pseudo-random number of 32 bits, made of the id. Of features of one size, those with lower numbers have lower
 * levels.
 */
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
