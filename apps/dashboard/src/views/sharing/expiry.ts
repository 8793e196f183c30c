/** The choices for the lifetime of a link. One that is changed may keep its own. */
export type Lifetime = 'keep' | 'never' | 'day' | 'week' | 'month' | 'date';

const DAY_MS = 86_400_000;
const days = { day: 1, week: 7, month: 30 } as const;

/** The expiry of a link in the form of the API. A date means the end of that day in the browser's time zone. */
export function expiryOf(
  lifetime: Lifetime,
  { now, date }: { now: number; date: string },
): string | undefined {
  if (lifetime === 'never' || lifetime === 'keep') return undefined;
  const end = lifetime === 'date' ? new Date(`${date}T23:59:59`) : new Date(now + days[lifetime] * DAY_MS);
  return end.toISOString();
}

/** The day of a time in the browser's time zone, in the form of date inputs. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
