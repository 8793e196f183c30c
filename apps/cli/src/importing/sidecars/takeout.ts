import type { Fields } from '../../transfer/fields.js';
import { positionOf, type Facts } from './facts.js';

/**
 * Reads JSON beside an image: that of Google Takeout, or any object with `tags`, `capturedAt`, `latitude` and
 * `longitude`.
 */
export function factsOfJson(json: Fields): Facts {
  const taken = Number(json.object('photoTakenTime').text('timestamp') ?? NaN);
  const people = json.objects('people').flatMap((person) => person.text('name') ?? []);
  const places = [json, json.object('geoData'), json.object('geoDataExif')];
  const found = places.map((place) => positionOf(place.number('latitude'), place.number('longitude')));
  const capturedAt =
    taken > 0 && taken < 1e11 ? new Date(taken * 1000).toISOString() : json.text('capturedAt');
  return {
    tags: [...json.texts('tags'), ...people],
    ...(capturedAt !== undefined && { capturedAt }),
    position: found.find((position) => position !== undefined),
  };
}
