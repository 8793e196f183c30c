import { MAX_LEVEL } from './feature-level.js';

/** The facts that a level is chosen by. */
export interface LevelChoice {
  /** Maximum number of features. */
  readonly most: number;
  /** The number of all features, which no count exceeds. */
  readonly total: number;
  /** The number of features up to the level, counted up to the limit. */
  readonly count: (criteria: { readonly maxLevel: number; readonly limit: number }) => Promise<number>;
}

/**
 * The greatest level at which the features up to that level are at most `most`; 0 if even those of level 0 are more.
 * Needs few counts: none for a small space, one if everything fits.
 */
export async function levelFor({ most, total, count }: LevelChoice): Promise<number> {
  const fits = async (maxLevel: number): Promise<boolean> =>
    (await count({ maxLevel, limit: most + 1 })) <= most;
  if (total <= most || (await fits(MAX_LEVEL))) return MAX_LEVEL;
  let [fitting, tooMany] = [-1, MAX_LEVEL];
  // A first guess, which is right if the whole space is wanted and has only points.
  let next = Math.max(0, MAX_LEVEL - Math.ceil(Math.log2(total / most) / 2));
  while (fitting + 1 < tooMany) {
    if (await fits(next)) fitting = next;
    else tooMany = next;
    next = (fitting + tooMany) >> 1;
  }
  return Math.max(0, fitting);
}
