import { compareTexts } from '@cairn/kernel';

/** From these code units on, the order differs from that of code points. */
const UNUSUAL = /[\ud800-\uffff]/;

/** Sorts by ascending id in the order of code points, and removes duplicates. `idOf` returns the id of an item. */
export function sortedById<T>(items: T[], idOf: (item: T) => string): readonly T[] {
  const isUsual = items.every((item) => !UNUSUAL.test(idOf(item)));
  // The built-in comparison takes a tenth of the time.
  const compare = isUsual
    ? (one: T, other: T): number => (idOf(one) < idOf(other) ? -1 : 1)
    : (one: T, other: T): number => compareTexts(idOf(one), idOf(other));
  let last: string | undefined;
  return items.sort(compare).filter((item) => last !== (last = idOf(item)));
}
