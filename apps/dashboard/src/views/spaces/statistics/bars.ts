import type { StatisticsResponse } from '@cairn/api-schema';
import { numberOf } from '../filter/conditions.ts';

/** A bar of a histogram. `from` belongs to it, and so does `below` if the bar is the last one of numbers. */
export interface Bar {
  readonly from: number | string;
  readonly below: number | string;
  readonly count: number;
}

/** Where a selection begins and ends, in bars; `end` is behind the last one. */
export interface BarRange {
  readonly start: number;
  readonly end: number;
}

interface TextRange {
  readonly from?: string | undefined;
  readonly below?: string | undefined;
}

type Periods = NonNullable<StatisticsResponse['timeBuckets']>['value'];

/** With more months, the bars are years. */
const MAX_MONTHS = 60;

export const numberBars = (histogram: NonNullable<StatisticsResponse['histogram']>): readonly Bar[] =>
  histogram.value.map(({ from, to, count }) => ({ from: rounded(from), below: rounded(to), count }));

/** Without the traces of binary fractions. */
const rounded = (value: number): number => Number(value.toPrecision(12));

/** Months as bars, those without dates too; years if there would be too many. */
export function periodBars(periods: Periods): readonly Bar[] {
  const counts = new Map(periods.map(({ from, count }) => [monthOf(from), count]));
  const [first, last] = [Math.min(...counts.keys()), Math.max(...counts.keys())];
  if (counts.size === 0) return [];
  if (last - first < MAX_MONTHS)
    return Array.from({ length: last - first + 1 }, (_, index) => ({
      from: monthText(first + index),
      below: monthText(first + index + 1),
      count: counts.get(first + index) ?? 0,
    }));
  const [firstYear, lastYear] = [Math.floor(first / 12), Math.floor(last / 12)];
  const inYear = (year: number): number =>
    [...counts].reduce((sum, [month, count]) => sum + (Math.floor(month / 12) === year ? count : 0), 0);
  return Array.from({ length: lastYear - firstYear + 1 }, (_, index) => ({
    from: monthText((firstYear + index) * 12),
    below: monthText((firstYear + index + 1) * 12),
    count: inYear(firstYear + index),
  }));
}

/** Months since the year 0. */
function monthOf(text: string): number {
  const [year = 0, month = 1] = text.slice(0, 7).split('-').map(Number);
  return year * 12 + month - 1;
}

/** A month as texts with dates begin, so that comparing texts compares dates. */
const monthText = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;

/** The range of values for a selection of bars; open where it reaches the end. */
export function valuesOf(bars: readonly Bar[], { start, end }: BarRange): TextRange {
  const from = start <= 0 ? undefined : bars[start]?.from;
  const below = end >= bars.length ? undefined : bars[end]?.from;
  return {
    ...(from !== undefined && { from: String(from) }),
    ...(below !== undefined && { below: String(below) }),
  };
}

/** The bars that a range of values reaches. */
export function barsOf(bars: readonly Bar[], { from, below }: TextRange): BarRange {
  const start = from === undefined ? 0 : bars.filter((bar) => order(bar.below, from) <= 0).length;
  const end = below === undefined ? bars.length : bars.filter((bar) => order(bar.from, below) < 0).length;
  return { start, end: Math.max(start, end) };
}

/** Below 0 where the value of a bar comes before a typed one. */
function order(value: number | string, text: string): number {
  if (typeof value === 'number') return value - (numberOf(text) ?? NaN);
  return value < text ? -1 : value > text ? 1 : 0;
}
