import type { MetadataKind } from './metadata-kind.js';

/** What EXIF tells about a photo. */
export interface PhotoFacts {
  /** As the camera wrote it: ISO 8601, with the offset from UTC if it is known. */
  readonly capturedAt?: string | undefined;
  readonly camera?: { readonly make?: string | undefined; readonly model?: string | undefined } | undefined;
  /** In degrees. */
  readonly position?: { readonly longitude: number; readonly latitude: number } | undefined;
}

/** An EXIF block. */
export interface ExifDescription extends PhotoFacts {
  readonly kinds: readonly MetadataKind[];
}

/** A value of a directory entry. */
export interface Entry {
  readonly bytes: Uint8Array;
  /** At most eight numbers, possibly fractions. */
  numbers(): readonly number[];
}

type Entries = ReadonlyMap<number, Entry>;

const TIME = 0x9003;
const OFFSET = 0x9011;
const LATITUDE = { reference: 1, value: 2, negative: 'S', max: 90 };
const LONGITUDE = { reference: 3, value: 4, negative: 'W', max: 180 };

const MAX_TEXT_LENGTH = 100;
/** Seven decimals correspond to a centimetre. */
const DIGITS = 1e7;

/** ASCII text without control characters; `undefined` if empty. */
export function textIn(entry: Entry | undefined): string | undefined {
  const text = String.fromCharCode(...(entry?.bytes.subarray(0, MAX_TEXT_LENGTH) ?? []))
    .split('\0', 1)
    .join('')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim();
  return text === '' ? undefined : text;
}

export function capturedAt(exif: Entries): string | undefined {
  const match = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}:\d{2}:\d{2})/.exec(textIn(exif.get(TIME)) ?? '');
  if (match === null) return undefined;
  const [, year, month, day, time] = match;
  const offset = /^[+-]\d{2}:\d{2}$/.exec(textIn(exif.get(OFFSET)) ?? '')?.[0] ?? '';
  const text = `${year}-${month}-${day}T${time}`;
  // Rejects February 30, which would otherwise become a day in March.
  const parsed = Date.parse(`${text}Z`);
  return Number.isNaN(parsed) || !new Date(parsed).toISOString().startsWith(text) ? undefined : text + offset;
}

export function positionOf(gps: Entries): ExifDescription['position'] {
  const latitude = degrees(gps, LATITUDE);
  const longitude = degrees(gps, LONGITUDE);
  return latitude === undefined || longitude === undefined ? undefined : { longitude, latitude };
}

function degrees(gps: Entries, { reference, value, negative, max }: typeof LATITUDE): number | undefined {
  const [whole = Number.NaN, minutes = 0, seconds = 0] = gps.get(value)?.numbers() ?? [];
  const found = whole + minutes / 60 + (Number.isNaN(seconds) ? 0 : seconds) / 3_600;
  if (!(found >= 0 && found <= max)) return undefined;
  const rounded = Math.round(found * DIGITS) / DIGITS;
  return rounded !== 0 && textIn(gps.get(reference))?.toUpperCase() === negative ? -rounded : rounded;
}
