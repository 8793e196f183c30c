import { i18n } from '../../../i18n/i18n.svelte.ts';

const MONTH = { month: 'long', year: 'numeric' } as const;
const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;

/** Formats are kept, because one takes longer to make than to use. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(time: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${i18n.language} ${JSON.stringify(options)}`;
  const kept = formats.get(key) ?? new Intl.DateTimeFormat(i18n.language, { ...options, timeZone: 'UTC' });
  formats.set(key, kept);
  const date = new Date(`${time}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? time : kept.format(date);
}

/** Such as `July 2024`, of a day or a month. */
export const monthText = (day: string): string => format(`${day.slice(0, 7)}-01`, MONTH);

/** Such as `Monday, July 1, 2024`. */
export const dayText = (day: string): string => format(day, DAY);

/** A year, a month or a day as people write it. */
export function periodText(period: string): string {
  if (period.length === 4) return period;
  return period.length === 7 ? monthText(period) : format(period, { dateStyle: 'medium' });
}
