import { HASH_FACTOR, LEAST_SIZE, MAX_LEVEL } from '@cairn/spaces';
import type { Condition } from './condition.js';

const width = 'f.east - f.west + iif(f.west > f.east, 360, 0)';
const size = `coalesce(max(${width}, f.north - f.south, ${LEAST_SIZE}), ${LEAST_SIZE})`;
const levels = `min(${MAX_LEVEL}, CAST(log2(${size} / ${LEAST_SIZE}) AS INTEGER))`;
const chance = `((f.id_hash * ${HASH_FACTOR}) & 4294967295)`;

/** Whether a feature is of the level or a lower one, as `featureLevel` tells. */
export const isOfLevel = (maxLevel: number): Condition => ({
  text: `${chance} < (4 << (2 * (? + ${levels})))`,
  values: [maxLevel],
});
