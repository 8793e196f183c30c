import type { ImageMetadata } from '@cairn/api-schema';

/** Width and height as people see them. Orientations from 5 on turn the stored pixels by 90°. */
export function uprightSize({ width, height, orientation }: ImageMetadata): {
  readonly width: number;
  readonly height: number;
} {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/**
 * When a photo was taken, by the clock of the place where it was: cameras often do not know their zone, and the time of
 * the reader's zone would be another one.
 */
export function capturedText(capturedAt: string, language: string): string {
  const local = new Date(`${capturedAt.slice(0, 19)}Z`);
  if (Number.isNaN(local.getTime())) return capturedAt;
  return local.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
}

/** Latitude and longitude in degrees, north and east positive: about a metre of precision. */
export function positionText(
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  language: string,
): string {
  const text = (degrees: number) =>
    `${degrees.toLocaleString(language, { minimumFractionDigits: 5, maximumFractionDigits: 5 })}°`;
  return `${text(latitude)} / ${text(longitude)}`;
}
