import type { BoundingBox } from '@cairn/geometry';
import { MAX_LEVEL } from '@cairn/spaces/spi';
import type { Condition } from './condition.js';

/** Wider than any box: boxes of one content are then close to each other and far from all others. */
const DISTANCE = 1_024;
/** Without it boxes had no volume, by which the tree finds the best place for a box. */
const THICKNESS = 512;

/** So much thinner are the boxes of features of the last level. Those that were written before have all the same. */
const LAST_LEVEL_GAP = 16;

/** Where the box of a feature of a content lies in the third dimension of the tree; exact in 32 bits up to key 262,144. */
export function slabOf(key: number, level: number): Slab {
  const start = key * DISTANCE;
  return [start, start + THICKNESS - (level < MAX_LEVEL ? 0 : LAST_LEVEL_GAP)];
}

type Slab = readonly [start: number, end: number];

/**
 * Features of this level or a lower one are in the overview, too: one point in 16. To write them takes an import a few
 * percent more time. With the next level it were one in 4, which are told from the others in the tree of all.
 */
export const OVERVIEW_LEVEL = 13;
/** Between the levels of one content in the overview, whose slab has them one above the other. */
const LEVEL_DISTANCE = 32;

/** Where the box of a feature of a content lies in the third dimension of the overview. */
export function overviewSlabOf(key: number, level: number): Slab {
  const start = key * DISTANCE + level * LEVEL_DISTANCE;
  return [start, start + LEVEL_DISTANCE / 2];
}

/** What lies in a part of the third dimension, in one of the trees. */
interface Part {
  readonly tree: 'feature_box' | 'feature_overview';
  readonly slab: Slab;
}

/** Where the features of a content are that are of the level or a lower one, among a few others. */
function partOf(key: number, maxLevel: number): Part {
  const start = key * DISTANCE;
  if (maxLevel <= OVERVIEW_LEVEL)
    return { tree: 'feature_overview', slab: [start, overviewSlabOf(key, maxLevel)[1]] };
  const inside = start + (maxLevel < MAX_LEVEL ? THICKNESS - LAST_LEVEL_GAP / 2 : THICKNESS / 2);
  return { tree: 'feature_box', slab: [inside, inside] };
}

/**
 * A query of the numbers of the features of the level or a lower one that touch one of the boxes; of one that has two
 * boxes perhaps twice. The tree rounds to 32 bits, so that a few others are among them.
 */
export function numbersTouching(key: number, boxes: readonly BoundingBox[], maxLevel = MAX_LEVEL): Condition {
  const { tree, slab } = partOf(key, maxLevel);
  const one = `SELECT id / 2 AS number FROM ${tree}
    WHERE slab_start <= ? AND slab_end >= ? AND west <= ? AND east >= ? AND south <= ? AND north >= ?`;
  return {
    text: boxes.length === 0 ? 'SELECT 0 AS number WHERE FALSE' : boxes.map(() => one).join(' UNION '),
    values: boxes.flatMap(([west, south, east, north]) => [slab[1], slab[0], east, west, north, south]),
  };
}

/** Slabs of levels are exact in 32 bits up to here. */
const MAX_EXACT_KEY = 262_144;

/**
 * The boxes of a content's features of the level or a lower one that surely lie in a box, each of another feature: none
 * at the antimeridian, where a feature has two. `undefined` where the trees cannot tell.
 */
export function isInTree(key: number, box: BoundingBox, maxLevel: number): Condition | undefined {
  if (key > MAX_EXACT_KEY || (maxLevel > OVERVIEW_LEVEL && maxLevel < MAX_LEVEL)) return undefined;
  const { tree, slab } = partOf(key, maxLevel);
  const [west, south, east, north] = box;
  return {
    text: `${tree} WHERE slab_start <= ? AND slab_end >= ? AND west >= ? AND east <= ? AND south >= ? AND north <= ?
      AND west > -180 AND east < 180`,
    values: [slab[1], slab[0], west, east, south, north],
  };
}
