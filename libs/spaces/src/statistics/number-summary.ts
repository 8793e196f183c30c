import type { CellNumbers } from '../clusters/cell-query.js';

/** What numbers are like; the same whatever order they come in. Sorts the array. */
export function numberSummary(numbers: number[]): CellNumbers {
  numbers.sort((one, other) => one - other);
  const [min = 0, max = 0] = [numbers[0], numbers.at(-1)];
  const half = numbers.length / 2;
  const [below = 0, above = 0] = [numbers[Math.ceil(half) - 1], numbers[Math.floor(half)]];
  let sum = 0;
  for (const number of numbers) sum += number;
  return { count: numbers.length, min, max, sum, median: below + (above - below) / 2 };
}
