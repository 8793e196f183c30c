import { MAX_LEVEL } from './feature-level.js';

/** What is known of the features that a level is chosen for. */
export interface LevelChoice {
  /** Maximum number of features. */
  readonly most: number;
  /** Maximum number. */
  readonly total: number;
  /** The number of features up to the level, counted up to the limit. */
  readonly count: (criteria: { readonly maxLevel: number; readonly limit: number }) => Promise<number>;
}

/**
 * The greatest level whose features, with those of all lower ones, are no more than may be had; 0 where even those are
 * more. Takes few counts: none of a small space, one where everything may be had.
 */
export async function levelFor({ most, total, count }: LevelChoice): Promise<number> {
  const fits = async (maxLevel: number): Promise<boolean> =>
    (await count({ maxLevel, limit: most + 1 })) <= most;
  if (total <= most || (await fits(MAX_LEVEL))) return MAX_LEVEL;
  let [fitting, tooMany] = [-1, MAX_LEVEL];
  // Where all of the space is asked for, and it has points alone, this is the level.
  let next = Math.max(0, MAX_LEVEL - Math.ceil(Math.log2(total / most) / 2));
  while (fitting + 1 < tooMany) {
    if (await fits(next)) fitting = next;
    else tooMany = next;
    next = (fitting + tooMany) >> 1;
  }
  return Math.max(0, fitting);
}
