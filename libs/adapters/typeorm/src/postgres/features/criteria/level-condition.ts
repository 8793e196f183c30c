import { MAX_LEVEL } from '@cairn/spaces';
import { exactly, type Condition } from './condition.js';

/** Features of this level or a lower one, one point in 16, have an index of extents of their own. */
const OVERVIEW_LEVEL = 13;

/** Whether a feature is of the level or a lower one. PostgreSQL takes the index whose features all have a greater rank. */
export const levelCondition = (maxLevel: number): Condition =>
  exactly(`feature_rank(id_hash, extent) < ${4 ** (maxLevel + 1)}`);

/** Whether there is an index of features of the level or a lower one. */
export const isOverview = (maxLevel: number = MAX_LEVEL): boolean => maxLevel <= OVERVIEW_LEVEL;
