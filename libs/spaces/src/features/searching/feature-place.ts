import { type BoundingBox, flatten, middleOf, type Place, withinTurn } from '@cairn/geometry';
import type { Candidate, SearchedFeature } from './searched-feature.js';

/** Where a feature is: in the middle of the box around its geometry, or at the first position of it. */
export type PlaceKind = 'middle' | 'first';

/**
 * Selects features by their places. Each feature has only one place, so boxes side by side divide the features among
 * them. Plain data.
 */
export interface FeatureWindow {
  /** Each with west ≤ east. */
  readonly boxes: readonly BoundingBox[];
  readonly place: PlaceKind;
}

/** `undefined` without a geometry. */
export function placeOf(searched: SearchedFeature, candidate: Candidate, kind: PlaceKind): Place | undefined {
  if (kind === 'middle' && candidate.middle !== undefined) return candidate.middle;
  if (kind === 'middle') {
    const boxes = candidate.boxes ?? searched.shape?.boxes;
    return boxes === undefined ? undefined : middleOf(boxes);
  }
  const { geometry } = searched.feature;
  if (!geometry) return undefined;
  for (const simple of flatten(geometry)) {
    const [longitude, latitude] = numbersOf(simple.coordinates);
    if (longitude !== undefined && latitude !== undefined) return [withinTurn(longitude), latitude];
  }
  return undefined;
}

/** Whether the place lies in one of the boxes, edges included; the meridians of 180 and -180 are one. */
export function isPlacedIn([longitude, latitude]: Place, boxes: readonly BoundingBox[]): boolean {
  return boxes.some(
    ([west, south, east, north]) =>
      latitude >= south &&
      latitude <= north &&
      ((longitude >= west && longitude <= east) || (longitude === -180 && east === 180)),
  );
}

type Nested = readonly (number | Nested)[];

/** The first position in nested coordinates. */
function numbersOf(coordinates: Nested): readonly (number | undefined)[] {
  const [first, second] = coordinates;
  if (typeof first === 'number') return [first, typeof second === 'number' ? second : undefined];
  for (const nested of coordinates) {
    const found = typeof nested === 'number' ? [] : numbersOf(nested);
    if (found.length > 0) return found;
  }
  return [];
}
