/** The distance between the places of two neighbours that were placed one after the other. */
const STEP = 1_048_576;

/** The place of the image with this index in an album whose places are numbered anew. */
export const numberedPlace = (index: number): number => (index + 1) * STEP;

/**
 * Ascending places for so many images, above `low` and below `high`. `undefined` if there are too few between the two:
 * then the album has to be numbered anew.
 */
export function placesBetween(
  count: number,
  { low = 0, high }: { readonly low?: number | undefined; readonly high?: number | undefined },
): readonly number[] | undefined {
  const gap = high === undefined ? STEP : Math.floor((high - low) / (count + 1));
  return gap < 1 ? undefined : Array.from({ length: count }, (_, index) => low + (index + 1) * gap);
}
