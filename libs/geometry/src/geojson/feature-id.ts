import { type Feature } from './geojson.js';

/** The feature's id as text, a number as JavaScript writes it: `1` and `"1"` are the same id. */
export function featureIdOf(feature: Feature): string | undefined {
  return feature.id === undefined ? undefined : String(feature.id);
}
