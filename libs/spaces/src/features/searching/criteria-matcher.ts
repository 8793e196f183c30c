import {
  type BoundingBox,
  boundingBoxesOf,
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
import { matches } from './matches.js';
import { type Candidate, SearchedFeature } from './searched-feature.js';

/**
 * Whether a feature meets the criteria. Every store has to agree with this. A store that has found candidates by an
 * index only passes the criteria that the index does not decide.
 */
export function criteriaMatcher(criteria: FeatureCriteria): (candidate: Candidate) => boolean {
  const accepts = searchedMatcher(criteria);
  return (candidate) => accepts(new SearchedFeature(candidate.feature), candidate);
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
      const { geometry } = known === undefined ? searched.feature : {};
      if (featureLevel(stored.id, known ?? (geometry ? boundingBoxesOf(geometry) : [])) > maxLevel)
        return false;
    }
    if (near !== undefined) {
      const { geometry } = known === undefined ? searched.feature : {};
      if (!boxesIntersect(known ?? (geometry ? boundingBoxesOf(geometry) : []), near)) return false;
    }
    if (window !== undefined) {
      const place = placeOf(searched, candidate, window.place);
      if (place === undefined || !isPlacedIn(place, window.boxes)) return false;
    }
    if (inBoxes !== undefined || inSpace !== undefined) {
      const { geometry } = searched.feature;
      if (!geometry) return false;
      const extent = known ?? boundingBoxesOf(geometry);
      if (inBoxes?.(geometry, extent) === false || inSpace?.(geometry) === false) return false;
    }
    return filter === undefined || matches(filter, searched);
  };
}

function boxMatcher(boxes: readonly BoundingBox[]) {
  const areas = boxes.map((box) => prepare(areaOf(box)));
  return (geometry: Geometry, extent: readonly BoundingBox[]): boolean => {
    if (!boxesIntersect(extent, boxes)) return false;
    return boxesContain(boxes, extent) || areas.some((area) => intersects(area, geometry));
  };
}

function spatialMatcher({ geometry, relation, radiusInMeters }: SpatialCriterion) {
  const place = prepare(radiusInMeters > 0 ? geometry : withAllLongitudes(geometry));
  return (candidate: Geometry): boolean => {
    switch (relation) {
      case 'within':
        return unlessTooComplex(() => within(candidate, place));
      case 'contains':
        return isPole(geometry)
          ? intersects(place, candidate)
          : unlessTooComplex(() => contains(candidate, place));
      case 'disjoint':
        return boundingBoxesOf(candidate).length > 0 && !intersects(place, candidate);
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
