import { parseCapturedAt } from '../photo/captured-at.js';
import type { PhotoFacts } from '../photo/photo-facts.js';
import { degreesOf, photoPosition, type Axis } from '../photo/position.js';
import { captionIn } from '../xmp/read-xmp.js';
import { fromUtf8 } from '../xmp/xmp-text.js';
import type { MetadataKind } from './metadata-kind.js';

/** An EXIF block. */
export interface ExifDescription extends PhotoFacts {
  readonly kinds: readonly MetadataKind[];
  readonly caption?: string | undefined;
  /** From 1 to 8. */
  readonly orientation?: number | undefined;
}

/** A value of a directory entry. */
export interface Entry {
  readonly bytes: Uint8Array;
  /** At most eight numbers, possibly fractions. */
  numbers(): readonly number[];
}

type Entries = ReadonlyMap<number, Entry>;

/** When the photo was taken, or when a scanner or a video camera made the file; each with its offset from UTC. */
const TIMES = [
  { time: 0x9003, offset: 0x9011 },
  { time: 0x9004, offset: 0x9012 },
];
const GPS_TIME = 7;
const GPS_DATE = 29;
const LATITUDE = { reference: 1, value: 2 };
const LONGITUDE = { reference: 3, value: 4 };

const MAX_TEXT_LENGTH = 100;
/** ASCII text without control characters; `undefined` if empty. */
export function textIn(entry: Entry | undefined): string | undefined {
  const text = String.fromCharCode(...(entry?.bytes.subarray(0, MAX_TEXT_LENGTH) ?? []))
    .split('\0', 1)
    .join('')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim();
  return text === '' ? undefined : text;
}

/** Longer than a caption may be. */
const MAX_CAPTION_BYTES = 16_000;

/** A caption in UTF-8 or, against the standard but often, in Latin-1. */
export function captionOf(entry: Entry | undefined): string | undefined {
  const bytes = entry?.bytes.subarray(0, MAX_CAPTION_BYTES) ?? new Uint8Array();
  const end = bytes.indexOf(0);
  return captionIn(
    fromUtf8(end === -1 ? bytes : bytes.subarray(0, end), (byte) => String.fromCharCode(byte)),
  );
}

/** The first of the times that is valid. */
export function capturedAt(exif: Entries): string | undefined {
  for (const { time, offset } of TIMES) {
    const found = parseCapturedAt(textIn(exif.get(time)) ?? '', textIn(exif.get(offset)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The time of the satellites, which is in UTC. */
export function satelliteTime(gps: Entries): string | undefined {
  const [hours = Number.NaN, minutes = 0, seconds = 0] = gps.get(GPS_TIME)?.numbers() ?? [];
  const time = [hours, minutes, Math.floor(seconds)].map((part) => String(part).padStart(2, '0')).join(':');
  return parseCapturedAt(`${textIn(gps.get(GPS_DATE)) ?? ''} ${time}`, 'Z');
}

export function positionOf(gps: Entries): ExifDescription['position'] {
  return photoPosition(degrees(gps, 'latitude', LATITUDE), degrees(gps, 'longitude', LONGITUDE));
}

function degrees(gps: Entries, axis: Axis, { reference, value }: typeof LATITUDE): number | undefined {
  // A camera writes 0/0 if it did not measure the seconds.
  const [whole = Number.NaN, minutes = 0, seconds = 0] = gps.get(value)?.numbers() ?? [];
  const parts = [whole, minutes, Number.isNaN(seconds) ? 0 : seconds];
  return degreesOf(parts, axis, textIn(gps.get(reference)));
}
