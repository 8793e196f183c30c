/** How long a link works, as people choose it. */
export type Lifetime = 'never' | 'day' | 'week' | 'month' | 'date';

const DAY_MS = 86_400_000;
const days = { day: 1, week: 7, month: 30 } as const;

/** When a link of this lifetime expires, as the API takes it: with a date at the end of that day, where the page is. */
export function expiryOf(
  lifetime: Lifetime,
  { now, date }: { now: number; date: string },
): string | undefined {
  if (lifetime === 'never') return undefined;
  const end = lifetime === 'date' ? new Date(`${date}T23:59:59`) : new Date(now + days[lifetime] * DAY_MS);
  return end.toISOString();
}

/** The day that it is where the page is, as inputs of dates take it. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
