import type { BoundingBox } from '@cairn/geometry';
import { MAX_LEVEL } from '@cairn/spaces/spi';
import type { Condition } from './condition.js';

/** Wider than any box, so that the boxes of one content are close to each other and far from all others. */
const DISTANCE = 1_024;
/** Gives boxes a volume, which the tree needs to find the best place for a box. */
const THICKNESS = 512;

/**
 * The boxes of features of the last level are thinner by this. Boxes written by older versions all have one thickness.
 */
const LAST_LEVEL_GAP = 16;

/** The range of a feature's box in the third dimension of the tree; exact in 32 bits up to key 262,144. */
export function slabOf(key: number, level: number): Slab {
  const start = key * DISTANCE;
  return [start, start + THICKNESS - (level < MAX_LEVEL ? 0 : LAST_LEVEL_GAP)];
}

type Slab = readonly [start: number, end: number];

/**
 * Features up to this level, one point in 16, are in the overview too. This makes an import a few percent slower. The
 * features of the next level would be one in 4, which are selected in the tree of all features.
 */
export const OVERVIEW_LEVEL = 13;
/** The distance between the levels of one content in the overview, which lie one above the other. */
const LEVEL_DISTANCE = 32;

/** The range of a feature's box in the third dimension of the overview. */
export function overviewSlabOf(key: number, level: number): Slab {
  const start = key * DISTANCE + level * LEVEL_DISTANCE;
  return [start, start + LEVEL_DISTANCE / 2];
}

/** A range of the third dimension in one of the trees. */
interface Part {
  readonly tree: 'feature_box' | 'feature_overview';
  readonly slab: Slab;
}

/** The range with the features of a content up to a level, and a few others. */
function partOf(key: number, maxLevel: number): Part {
  const start = key * DISTANCE;
  if (maxLevel <= OVERVIEW_LEVEL)
    return { tree: 'feature_overview', slab: [start, overviewSlabOf(key, maxLevel)[1]] };
  const inside = start + (maxLevel < MAX_LEVEL ? THICKNESS - LAST_LEVEL_GAP / 2 : THICKNESS / 2);
  return { tree: 'feature_box', slab: [inside, inside] };
}

/**
 * A query for the numbers of the features up to a level that touch one of the boxes. A feature with two boxes may occur
 * twice. The tree rounds to 32 bits, so the result may have a few others.
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

/** Ranges of levels are exact in 32 bits up to this key. */
const MAX_EXACT_KEY = 262_144;

/**
 * The boxes of features up to a level that certainly lie in a box. Each belongs to another feature, because none lies
 * at the antimeridian, where a feature has two. `undefined` if the trees cannot tell.
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
