import { capturedAtSeconds, parseCapturedAt, parseDegrees, photoPosition } from '@cairn/image-structure';
import type { Fields } from '../../transfer/fields.js';
import type { Facts } from './facts.js';

/**
 * Reads JSON beside an image: that of Google Takeout, or any object with `tags`, `capturedAt`, `latitude` and
 * `longitude`.
 */
export function factsOfJson(json: Fields): Facts {
  const people = json.objects('people').flatMap((person) => person.text('name') ?? []);
  const places = [json, json.object('geoData'), json.object('geoDataExif')];
  const found = places.map((place) => photoPosition(degrees(place, 'latitude'), degrees(place, 'longitude')));
  const capturedAt = takenAt(json.object('photoTakenTime')) ?? parseCapturedAt(json.text('capturedAt') ?? '');
  return {
    tags: [...json.texts('tags'), ...people],
    ...(capturedAt !== undefined && { capturedAt }),
    position: found.find((position) => position !== undefined),
  };
}

/** Whether Google Takeout wrote it. */
export const isOfTakeout = (json: Fields): boolean => json.has('photoTakenTime');

/** Google writes the seconds as text; before 1970 they are negative. */
function takenAt(time: Fields): string | undefined {
  const text = time.text('timestamp')?.trim() ?? '';
  const seconds = time.number('timestamp') ?? (/^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined);
  return seconds === undefined ? undefined : capturedAtSeconds(seconds);
}

function degrees(place: Fields, axis: 'latitude' | 'longitude'): number | undefined {
  return place.number(axis) ?? parseDegrees(place.text(axis) ?? '', axis);
}
