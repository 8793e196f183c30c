import type { BoundingBox } from '@cairn/geometry';
import type { Condition } from './condition.js';

/** Wider than any box: boxes of one content are then close to each other and far from all others. */
const DISTANCE = 1_024;
/** Without it boxes had no volume, by which the tree finds the best place for a box. */
const THICKNESS = 512;

/** Where the boxes of a content lie in the third dimension of the tree; exact in 32 bits up to key 8 million. */
export const slabOf = (key: number): readonly [start: number, end: number] => [
  key * DISTANCE,
  key * DISTANCE + THICKNESS,
];

/**
 * A query of the numbers of the features that touch one of the boxes; of one that has two boxes perhaps twice. The tree
 * rounds to 32 bits, so that a few others are among them.
 */
export function numbersTouching(key: number, boxes: readonly BoundingBox[]): Condition {
  const inside = slabOf(key)[0] + THICKNESS / 2;
  const one = `SELECT id / 2 AS number FROM feature_box
    WHERE slab_start <= ? AND slab_end >= ? AND west <= ? AND east >= ? AND south <= ? AND north >= ?`;
  return {
    text: boxes.length === 0 ? 'SELECT 0 AS number WHERE FALSE' : boxes.map(() => one).join(' UNION '),
    values: boxes.flatMap(([west, south, east, north]) => [inside, inside, east, west, north, south]),
  };
}
