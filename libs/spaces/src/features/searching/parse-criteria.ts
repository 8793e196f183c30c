import { type BoundingBox, validateGeometry } from '@cairn/geometry';
import { type Fault, InvalidInput, parseLimit } from '@cairn/kernel';
import { MAX_LEVEL } from '../detail/feature-level.js';
import {
  type FeatureCriteria,
  type FeaturePart,
  MAX_SEARCH_LIMIT,
  type SpatialCriterion,
} from './feature-query.js';

const MAX_PARTS = 1_000;
/** Finding out whether one shape lies in another takes many times as long as whether they meet. */
const MAX_COVER_VERTICES = 10_000;

/** The number of features that are searched for. @throws {InvalidInput} */
export const parseSearchLimit = (limit: number): number => parseLimit(limit, MAX_SEARCH_LIMIT);

/** The criteria alone, if they can be met. @throws {InvalidInput} */
export function parseCriteria({
  filter,
  boxes,
  window,
  spatial,
  part,
  maxLevel,
  at,
}: FeatureCriteria): FeatureCriteria {
  InvalidInput.throwIfAny([
    ...boxFaults('/boxes', boxes),
    ...boxFaults('/window', window?.boxes),
    ...spatialFaults(spatial),
    ...partFaults(part),
    ...levelFaults(maxLevel),
  ]);
  return { filter, boxes, window, spatial, part, maxLevel, at };
}

function* boxFaults(pointer: string, boxes: readonly BoundingBox[] = []): Generator<Fault> {
  for (const [index, [west, south, east, north]] of boxes.entries()) {
    const fits = -180 <= west && west <= east && east <= 180 && -90 <= south && south <= north && north <= 90;
    if (!fits)
      yield {
        pointer: `${pointer}/${index}`,
        code: 'invalid-bbox',
        detail: 'The bbox must have longitudes within ±180, latitudes within ±90, and south below north.',
      };
  }
}

function* spatialFaults(spatial: SpatialCriterion | undefined): Generator<Fault> {
  if (spatial === undefined) return;
  const { geometry, relation, radiusInMeters } = spatial;
  const limits = relation === 'within' || relation === 'contains' ? { maxVertices: MAX_COVER_VERTICES } : {};
  const validation = validateGeometry(geometry, limits);
  if (!validation.ok)
    for (const { pointer, reason } of validation.faults)
      yield { pointer: `/geometry${pointer}`, code: 'invalid-geometry', detail: `The geometry ${reason}.` };
  if (
    !(radiusInMeters >= 0) ||
    !Number.isFinite(radiusInMeters) ||
    (radiusInMeters > 0 && relation !== 'intersects')
  )
    yield {
      pointer: '/radius',
      code: 'invalid-radius',
      detail: 'The radius must be 0 or more metres, and 0 where geometries are to contain each other.',
    };
}

function* partFaults(part: FeaturePart | undefined): Generator<Fault> {
  if (part === undefined) return;
  const { index, of } = part;
  if (!Number.isInteger(index) || !Number.isInteger(of) || index < 1 || index > of || of > MAX_PARTS)
    yield {
      pointer: '/part',
      code: 'invalid-part',
      detail: `The part must be a number between 1 and how many parts there are, at most ${MAX_PARTS}.`,
    };
}

function* levelFaults(maxLevel: number | undefined): Generator<Fault> {
  if (maxLevel === undefined) return;
  if (!Number.isInteger(maxLevel) || maxLevel < 0 || maxLevel > MAX_LEVEL)
    yield {
      pointer: '/maxLevel',
      code: 'invalid-level',
      detail: `The level must be a whole number between 0 and ${MAX_LEVEL}.`,
    };
}
