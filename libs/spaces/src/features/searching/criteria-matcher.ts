import {
  type BoundingBox,
  boxesContain,
  boxesIntersect,
  contains,
  type Geometry,
  intersects,
  isPole,
  isWithinDistance,
  prepare,
  TooManyCrossings,
  within,
  withAllLongitudes,
} from '@cairn/geometry';
import { InvalidInput } from '@cairn/kernel';
import { featureLevel } from '../detail/feature-level.js';
import { isPlacedIn, placeOf } from './feature-place.js';
import { type FeatureCriteria, partOf, type SpatialCriterion } from './feature-query.js';
import type { SearchedShape } from './large-shapes.js';
import { matches } from './matches.js';
import { type Candidate, type SearchedFeature, searchedFeature } from './searched-feature.js';

/**
 * Whether a feature meets the criteria. Every store has to agree with this. A store that has found candidates by an
 * index only passes the criteria that the index does not decide.
 */
export function criteriaMatcher(criteria: FeatureCriteria): (candidate: Candidate) => boolean {
  const accepts = searchedMatcher(criteria);
  return (candidate) => accepts(searchedFeature(candidate), candidate);
}

/** Like `criteriaMatcher`, for a candidate that is used further, so that it is parsed only once. */
export function searchedMatcher({
  filter,
  boxes,
  near,
  window,
  spatial,
  part,
  maxLevel,
}: FeatureCriteria): (searched: SearchedFeature, candidate: Candidate) => boolean {
  const inBoxes = boxes === undefined ? undefined : boxMatcher(boxes);
  const inSpace = spatial === undefined ? undefined : spatialMatcher(spatial);
  return (searched, candidate) => {
    const { feature: stored, boxes: known } = candidate;
    if (part !== undefined && partOf(stored.id, part.of) !== part.index) return false;
    if (maxLevel !== undefined && featureLevel(stored.id, []) > maxLevel) {
      if (featureLevel(stored.id, known ?? searched.shape?.boxes ?? []) > maxLevel) return false;
    }
    if (near !== undefined && !boxesIntersect(known ?? searched.shape?.boxes ?? [], near)) return false;
    if (window !== undefined) {
      const place = placeOf(searched, candidate, window.place);
      if (place === undefined || !isPlacedIn(place, window.boxes)) return false;
    }
    if (inBoxes?.(searched, known) === false) return false;
    if (inSpace !== undefined && (searched.shape === undefined || !inSpace(searched.shape))) return false;
    return filter === undefined || matches(filter, searched);
  };
}

function boxMatcher(boxes: readonly BoundingBox[]) {
  const areas = boxes.map((box) => prepare(areaOf(box)));
  return (searched: SearchedFeature, known: Candidate['boxes']): boolean => {
    const extent = known ?? searched.shape?.boxes ?? [];
    if (!boxesIntersect(extent, boxes)) return false;
    if (boxesContain(boxes, extent)) return true;
    const { geometry } = searched.shape ?? {};
    return geometry !== undefined && areas.some((area) => intersects(area, geometry));
  };
}

function spatialMatcher({ geometry, relation, radiusInMeters }: SpatialCriterion) {
  const place = prepare(radiusInMeters > 0 ? geometry : withAllLongitudes(geometry));
  return ({ geometry: candidate, boxes }: SearchedShape): boolean => {
    switch (relation) {
      case 'within':
        return unlessTooComplex(() => within(candidate, place));
      case 'contains':
        return isPole(geometry)
          ? intersects(place, candidate)
          : unlessTooComplex(() => contains(candidate, place));
      case 'disjoint':
        return boxes.length > 0 && !intersects(place, candidate);
      case 'intersects':
        return radiusInMeters > 0
          ? isWithinDistance(place, candidate, radiusInMeters)
          : intersects(place, candidate);
    }
  };
}

/** @throws {InvalidInput} */
function unlessTooComplex(compare: () => boolean): boolean {
  try {
    return compare();
  } catch (error) {
    if (!(error instanceof TooManyCrossings)) throw error;
    throw InvalidInput.of(
      'too-complex',
      'The geometry and a feature cross each other too often to tell whether one lies in the other: ask for features that intersect, or by a simpler geometry.',
    );
  }
}

/** The box as an area, a line or a point, with longitudes that leave no doubt which way round it goes. */
function areaOf([west, south, east, north]: BoundingBox): Geometry {
  const middle = (west + east) / 2;
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [middle, south],
        [east, south],
        [east, north],
        [middle, north],
        [west, north],
        [west, south],
      ],
    ],
  };
}
