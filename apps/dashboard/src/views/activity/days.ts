/** Rows of one day, in their order. */
export interface Day<T> {
  /** The first moment of the day in the browser's time zone, in epoch milliseconds. */
  readonly at: number;
  readonly rows: readonly T[];
}

const dayOf = (time: string): number => new Date(time).setHours(0, 0, 0, 0);

/** Rows by the day on which they began. */
export function byDay<T extends { readonly since: string }>(rows: readonly T[]): readonly Day<T>[] {
  const days: { at: number; rows: T[] }[] = [];
  for (const row of rows) {
    const at = dayOf(row.since);
    const last = days.at(-1);
    if (last?.at === at) last.rows.push(row);
    else days.push({ at, rows: [row] });
  }
  return days;
}

/** `Today`, `Yesterday`, or the date with its weekday. */
export function nameOfDay(at: number, now: number, language: string): string {
  const today = new Date(now).setHours(0, 0, 0, 0);
  const days = Math.round((at - today) / 86_400_000); // a day may have 23 or 25 hours
  if (days === 0 || days === -1) {
    const text = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');
    return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
  }
  return new Date(at).toLocaleDateString(language, { dateStyle: 'full' });
}
