import type { Random } from '@cairn/harness';

/** How to select when there are many combinations. */
export interface Sampling {
  /** At least 2. */
  readonly most: number;
  readonly random: Random;
}

/**
 * Picks one option of each: for sizes 2 and 3, pairs such as `[1, 0]`. Returns all combinations if there are at most
 * `most`. Otherwise returns `most` of them: the first and the last of each, these two with one pick moved to the
 * other
 * end, starting at the back, and random ones.
 */
export function combinations(
  sizes: readonly number[],
  { most, random }: Sampling,
): readonly (readonly number[])[] {
  const count = sizes.reduce((product, size) => product * size, 1);
  if (count <= most) return Array.from({ length: count }, (_, number) => numbered(sizes, number));
  const first = sizes.map(() => 0);
  const last = sizes.map((size) => size - 1);
  const changed = sizes.flatMap((size, index) =>
    size === 1 ? [] : [first.with(index, size - 1), last.with(index, 0)],
  );
  const chosen = [first, last, ...changed.reverse()].slice(0, most);
  while (chosen.length < most) chosen.push(sizes.map((size) => random.below(size)));
  return chosen;
}

function numbered(sizes: readonly number[], number: number): readonly number[] {
  let rest = number;
  return sizes.map((size) => {
    const pick = rest % size;
    rest = Math.floor(rest / size);
    return pick;
  });
}
