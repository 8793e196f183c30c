import type { ImageMetadata, PhotoDetails } from '@cairn/api-schema';

/** Width and height as displayed. From orientation 5 on, the stored pixels are rotated by 90°. */
export function uprightSize(
  { width, height, orientation }: ImageMetadata,
  { turn = 0, crop }: NonNullable<PhotoDetails['edit']> = {},
): { readonly width: number; readonly height: number } {
  const isOnSide = orientation >= 5 !== (turn % 180 !== 0);
  const whole = isOnSide ? { width: height, height: width } : { width, height };
  if (crop === undefined) return whole;
  return {
    width: Math.max(1, Math.round(whole.width * crop.width)),
    height: Math.max(1, Math.round(whole.height * crop.height)),
  };
}

/**
 * The time of a photo in the local time of its place. Cameras often do not know their time zone, and the reader's time
 * zone would give a wrong time.
 */
export function capturedText(capturedAt: string, language: string): string {
  const local = new Date(`${capturedAt.slice(0, 19)}Z`);
  if (Number.isNaN(local.getTime())) return capturedAt;
  return local.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
}

/** Latitude and longitude in degrees, north and east positive: with 5 decimals about a metre of precision. */
export function positionText(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  language: string,
  decimals = 5,
): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const text = (degrees: number) => `${degrees.toLocaleString(language, digits)}°`;
  return `${text(latitude)} / ${text(longitude)}`;
}
