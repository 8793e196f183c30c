/** Digits may be missing at the front, and cameras fill up with blanks: `2003: 8:12  4:37:14`. */
const TIME = new RegExp(
  [
    String.raw`^(?<year>\d{4})[:./-] ?(?<month>\d{1,2})[:./-] ?(?<day>\d{1,2})`,
    String.raw`(?:T|\s)\s*(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?`,
  ].join(''),
  'i',
);
/** What may follow: more digits of the second, and `am` or `pm`. */
const HALF = /^\d*\s*(?<half>[ap]\.?m\.?)?/i;
/** Longer than any time. */
const MAX_LENGTH = 64;
const OFFSET = /^\s*(?:(?<utc>z|utc|gmt)|(?<sign>[+-])(?<hours>\d{1,2})(?::?(?<minutes>\d{2}))?)\s*$/i;

/** The Line Islands are the farthest from UTC. */
const MAX_OFFSET_MINUTES = 14 * 60;

/**
 * The time at which a photo was taken, in ISO 8601, from a text in EXIF, XMP or a file beside the photo. Has the offset
 * from UTC if it is known; EXIF stores that separately. `undefined` for an impossible time, such as `0000:00:00
 * 00:00:00` or February 30, and for a day without a time. An impossible offset is left out.
 */
export function parseCapturedAt(text: string, offset = ''): string | undefined {
  const given = text.trim().slice(0, MAX_LENGTH);
  const found = TIME.exec(given);
  const {
    year = '',
    month = '',
    day = '',
    hour = '',
    minute = '',
    second = '00',
    fraction,
  } = found?.groups ?? {};
  const behind = given.slice(found?.[0].length);
  const { 0: between = '', groups: { half } = {} } = HALF.exec(behind) ?? {};
  const rest = behind.slice(between.length);
  const hours = half === undefined ? hour : hourOf(hour, half);
  const parts = [month, day, hours, minute, second].map((part) => part.padStart(2, '0'));
  const time = `${year}-${parts[0]}-${parts[1]}T${parts.slice(2).join(':')}`;
  // Rejects February 30 and 24:00, which would otherwise become another day.
  const ms = Date.parse(`${time}Z`);
  if (year === '0000' || Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(time)) return undefined;
  const zone = offsetOf(rest) ?? offsetOf(offset.slice(0, MAX_LENGTH)) ?? '';
  return time + (fraction === undefined ? '' : `.${fraction}`) + zone;
}

/** Seconds since 1970, negative before it, as the time at which a photo was taken. 0 stands for an unknown one. */
export function capturedAtSeconds(seconds: number): string | undefined {
  const ms = Math.round(seconds * 1_000);
  if (!(seconds !== 0 && Math.abs(ms) <= MAX_MS)) return undefined;
  return parseCapturedAt(new Date(ms).toISOString());
}

/** The greatest time that a date in JavaScript can have. */
const MAX_MS = 8.64e15;

function hourOf(hour: string, half: string): string {
  const isAfternoon = /^p/i.test(half);
  const value = Number(hour);
  if (value < 1 || value > 12) return hour; // already an hour of 24
  return String((value % 12) + (isAfternoon ? 12 : 0));
}

function offsetOf(text: string): string | undefined {
  const { utc, sign = '', hours = '', minutes = '00' } = OFFSET.exec(text)?.groups ?? {};
  if (utc !== undefined) return 'Z';
  if (sign === '') return undefined;
  const value = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) >= 60 || value > MAX_OFFSET_MINUTES) return undefined;
  return `${value === 0 ? '+' : sign}${hours.padStart(2, '0')}:${minutes}`;
}
