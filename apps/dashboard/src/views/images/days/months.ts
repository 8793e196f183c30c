import type { DayCount } from './day-sections.ts';

/** A month with photos. */
export interface Month {
  /** Such as `2024-07`. */
  readonly month: string;
  /** The index of its first day in the list, which is its latest. */
  readonly index: number;
  /** The share of all photos that come before it, from 0 to 1. */
  readonly at: number;
}

/** The months of days, the latest first. */
export function monthsOf(days: readonly DayCount[]): readonly Month[] {
  const all = days.reduce((sum, { count }) => sum + count, 0);
  const months: Month[] = [];
  let before = 0;
  days.forEach(({ day, count }, index) => {
    const month = day.slice(0, 7);
    if (months.at(-1)?.month !== month) months.push({ month, index, at: before / all });
    before += count;
  });
  return months;
}

/** The index of the month that is at a share of all photos. */
export function monthAt(months: readonly Month[], share: number): number {
  const later = months.findIndex(({ at }) => at > share);
  return later < 0 ? Math.max(0, months.length - 1) : Math.max(0, later - 1);
}

/** The index of the month that a day, by its index, is in. */
export function monthOfDay(months: readonly Month[], index: number): number {
  const later = months.findIndex((month) => month.index > index);
  return later < 0 ? Math.max(0, months.length - 1) : Math.max(0, later - 1);
}

/** The years whose marks have room above one another, each with the share where its latest month begins. */
export function yearMarks(months: readonly Month[], room: number): readonly { year: string; at: number }[] {
  const marks: { year: string; at: number }[] = [];
  for (const { month, at } of months) {
    const year = month.slice(0, 4);
    const last = marks.at(-1);
    if (last === undefined || (last.year !== year && at - last.at >= room)) marks.push({ year, at });
  }
  return marks;
}
