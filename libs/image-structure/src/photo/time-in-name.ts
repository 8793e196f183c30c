import { parseCapturedAt } from './captured-at.js';

/** A day of the years 1900 to 2099, and a time if one follows: `IMG_20240701_123456`, `2024-07-01 at 12.34.56`. */
const TIME = new RegExp(
  [
    String.raw`(?<!\d)(?<year>(?:19|20)\d{2})(?<between>[-_.]?)(?<month>\d{2})\k<between>(?<day>\d{2})(?!\d{1,5}(?!\d))`,
    String.raw`(?:(?:[ _T-]| at )?(?<hour>\d{2})[-_.:]?(?<minute>\d{2})[-_.:]?(?<second>\d{2}))?`,
  ].join(''),
);
/** Longer than any name of a camera. */
const MAX_LENGTH = 255;

/**
 * The time that the name of a file tells, in ISO 8601, as phones and messengers name their photos. A day without a time
 * is taken for its noon. `undefined` for a name without a day.
 */
export function timeInName(name: string): string | undefined {
  const { year, month, day, hour, minute, second } = TIME.exec(name.slice(0, MAX_LENGTH))?.groups ?? {};
  if (year === undefined) return undefined;
  const date = `${year}-${month ?? ''}-${day ?? ''}`;
  const timed =
    hour === undefined ? undefined : parseCapturedAt(`${date} ${hour}:${minute ?? ''}:${second ?? ''}`);
  return timed ?? parseCapturedAt(`${date} 12:00:00`);
}
