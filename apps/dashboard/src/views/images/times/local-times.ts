/** The longest shift, in days: 200 years at most are accepted. */
export const MAX_SHIFT_DAYS = 72_000;

/** An empty field counts as 0. */
export interface ShiftParts {
  readonly days: number | null | undefined;
  readonly hours: number | null | undefined;
  readonly minutes: number | null | undefined;
}

/** The minutes of a shift; `undefined` if nothing would be shifted. */
export function shiftOf(
  { days, hours, minutes }: ShiftParts,
  direction: 'later' | 'earlier',
): number | undefined {
  const sum = ((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0);
  if (!Number.isInteger(sum) || sum <= 0 || sum > MAX_SHIFT_DAYS * 24 * 60) return undefined;
  return direction === 'later' ? sum : -sum;
}

/** The local time so many minutes later, without an offset from UTC. */
export function shifted(at: string, minutes: number): string {
  const local = Date.parse(`${at.slice(0, 19)}Z`) + minutes * 60_000;
  return new Date(local).toISOString().slice(0, 19);
}

/** The local time of a date and a time of day, which is noon if it is empty; `undefined` without a date. */
export function localTimeOf(date: string, time: string): string | undefined {
  if (date === '') return undefined;
  const ofDay = time === '' ? '12:00' : time;
  return `${date}T${ofDay.length === 5 ? `${ofDay}:00` : ofDay.slice(0, 8)}`;
}
