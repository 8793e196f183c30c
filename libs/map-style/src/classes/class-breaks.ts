import { ckmeans } from 'simple-statistics';
import { isUsable } from '../model/limits.js';
import type { ClassMethod } from '../model/layer-style.js';

/** Natural breaks of a sample of this size are within some percent of those of all values, and take some 30 ms. */
const MAX_SAMPLE = 10_000;

/**
 * The ascending numbers between at most `count` classes of the values; a break belongs to the class above. There are
 * fewer classes if there are fewer different values, and none but equal ones is empty. Values that no style can have,
 * such as NaN, do not count.
 */
export function classBreaks(values: Iterable<number>, method: ClassMethod, count: number): readonly number[] {
  const sorted = Float64Array.from([...values].filter(isUsable)).sort();
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined || !(count >= 2)) return [];
  const breaks = breaksBy[method](sorted, Math.floor(count));
  return [...new Set(breaks)]
    .filter((value) => value > least && value <= most)
    .sort((one, other) => one - other);
}

type Breaks = (sorted: Float64Array, count: number) => readonly number[];

const breaksBy: Readonly<Record<ClassMethod, Breaks>> = {
  quantiles: (sorted, count) =>
    shares(count).map((share) => sorted[Math.round(share * sorted.length)] ?? NaN),
  equal: (sorted, count) => {
    const [least = NaN, most = NaN] = [sorted[0], sorted.at(-1)];
    return shares(count).map((share) => least * (1 - share) + most * share);
  },
  natural: (sorted, count) => {
    const sample = sampleOf(sorted);
    const classes = ckmeans(sample, Math.min(count, new Set(sample).size));
    return classes.map(([first = NaN]) => first);
  },
};

/** One third and two thirds for three classes. */
const shares = (count: number): readonly number[] =>
  Array.from({ length: count - 1 }, (_, index) => (index + 1) / count);

/** Values at even distances, the least and the greatest among them. */
function sampleOf(sorted: Float64Array): number[] {
  if (sorted.length <= MAX_SAMPLE) return [...sorted];
  const step = (sorted.length - 1) / (MAX_SAMPLE - 1);
  return Array.from({ length: MAX_SAMPLE }, (_, index) => sorted[Math.round(index * step)] ?? NaN);
}
