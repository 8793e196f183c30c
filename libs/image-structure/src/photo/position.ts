/** In degrees, north and east positive. */
export interface PhotoPosition {
  readonly longitude: number;
  readonly latitude: number;
}

export type Axis = 'latitude' | 'longitude';

const SIDES = {
  latitude: { positive: 'N', negative: 'S' },
  longitude: { positive: 'E', negative: 'W' },
} as const;

/** Seven decimals correspond to a centimetre. */
const DIGITS = 1e7;

/**
 * Where a photo was taken, from values in EXIF, XMP or a file beside the photo. `undefined` if one of the two is
 * missing or not on earth. 0 and 0 stand for an unknown position: devices and services write them if they have none.
 */
export function photoPosition(
  latitude: number | undefined,
  longitude: number | undefined,
): PhotoPosition | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  const position = { longitude: rounded(longitude), latitude: rounded(latitude) };
  const isOnEarth = Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180;
  return isOnEarth && (position.latitude !== 0 || position.longitude !== 0) ? position : undefined;
}

/** Rounds, and turns -0 into 0. */
const rounded = (degrees: number): number => Math.round(degrees * DIGITS) / DIGITS + 0;

/**
 * Degrees from degrees, minutes and seconds. `side` is the hemisphere, `N`, `S`, `E` or `W`; without it, the sign
 * decides. A negative number lies in the south or west whatever `side` says. `undefined` if a part is not a number, or
 * if `side` belongs to the other axis.
 */
export function degreesOf(
  parts: readonly number[],
  axis: Axis,
  side: string | undefined,
): number | undefined {
  const { positive, negative } = SIDES[axis];
  const letter = side?.trim().charAt(0).toUpperCase() ?? '';
  if (letter !== '' && letter !== positive && letter !== negative) return undefined;
  const [whole = Number.NaN, minutes = 0, seconds = 0] = parts;
  const size = Math.abs(whole) + Math.abs(minutes) / 60 + Math.abs(seconds) / 3_600;
  if (!Number.isFinite(size)) return undefined;
  return letter === negative || parts.some((part) => part < 0) ? -size : size;
}

const NUMBER = String.raw`\d+(?:\.\d+)?`;
/** `52,27.5814N` and `52,27,34N` as XMP has them, `52° 27' 34" N`, `52 deg 27' 34.1" N`. */
const SEXAGESIMAL = new RegExp(
  String.raw`^([+-]?${NUMBER})(?:\s*(?:,|°|deg)\s*(${NUMBER}))?(?:\s*[,'′]\s*(${NUMBER}))?\s*(?:°|deg|['′"″]|'')?$`,
  'i',
);
/** A comma before more than two digits is a decimal comma. It does not separate degrees from minutes. */
const DECIMAL_COMMA = /^([+-]?\d+),(\d{3,})$/;

/** Longer than any position. */
const MAX_LENGTH = 64;

/** Degrees from a text. `side` is the hemisphere, if it is given separately. `undefined` for any other text. */
export function parseDegrees(text: string, axis: Axis, side?: string): number | undefined {
  const given = text.trim().slice(0, MAX_LENGTH);
  const [before, behind] = [given.slice(0, 1), given.slice(-1)].map((one) =>
    /[NSEW]/i.test(one) ? one : '',
  );
  const number = given.slice(before?.length, given.length - (behind?.length ?? 0)).trim();
  const parts = SEXAGESIMAL.exec(number.replace(DECIMAL_COMMA, '$1.$2'))?.slice(1) ?? [];
  // A group that matched nothing is `undefined`, whatever its type says.
  const numbers = parts.filter(Boolean).map(Number);
  if (numbers.slice(1).some((part) => part > 60)) return undefined;
  return degreesOf(numbers, axis, before || behind || side);
}
