import { bboxPolygon, type Geometry } from '@cairn/geometry';
import type { FeatureCriteria, FeatureQuery, PropertyFilter } from '@cairn/spaces';
import type { Draw } from '../stale-patch.model.js';
import { drawnBoxes, drawnGeometry, drawnPlace } from './drawn-shapes.js';
import type { FeatureQuestion } from './feature-question.js';

/** Half around the earth: every feature with a geometry is within it. */
const EVERYWHERE_IN_METERS = 20_100_000;
const LIMITS = [1, 1, 2, 10, 100, 1_200, 100_000, Number.MAX_SAFE_INTEGER];
const KINDS = 12;

/** What a drawn feature has among its properties. */
export const drawnProperties = (draw: Draw): Readonly<Record<string, unknown>> => ({
  kind: draw(KINDS),
  ...(draw(3) === 0 ? { name: `n${draw(9)}: ß海\u2028` } : {}),
});

/** Any question about features of these ids and others, as `drawnGeometry` and `drawnProperties` make them. */
export function drawnQuestion(draw: Draw, ids: readonly string[]): FeatureQuestion {
  switch (draw(14)) {
    case 0:
    case 1:
      return {
        kind: 'find',
        ids: Array.from({ length: [0, 1, 1, 30, 150][draw(5)] ?? 1 }, () => drawnId(draw, ids)),
      };
    case 2:
    case 3:
      return { kind: 'nearest', query: drawnNearest(draw) };
    case 4:
      return { kind: 'count', query: { ...drawnCriteria(draw), limit: drawnLimit(draw) } };
    case 5:
      return { kind: 'near', query: { near: drawnBoxes(draw) } };
    case 6:
      return draw(3) === 0 ? drawnRest(draw) : { kind: 'query', query: drawnSorted(draw) };
    default:
      return { kind: 'query', query: drawnPage(draw, ids) };
  }
}

const drawnLimit = (draw: Draw): number | undefined => (draw(4) === 0 ? undefined : oneOf(draw, LIMITS));

function drawnPage(draw: Draw, ids: readonly string[]): FeatureQuery {
  const after = draw(3) === 0 ? drawnId(draw, ids) : undefined;
  const copies = draw(10) === 0 ? [1 + draw(6), 1] : undefined;
  return { ...drawnCriteria(draw), limit: drawnLimit(draw), after, copies };
}

function drawnSorted(draw: Draw): FeatureQuery {
  const direction = draw(2) === 0 ? 'ascending' : 'descending';
  return { ...drawnCriteria(draw), limit: 1 + draw(50), sort: [{ path: ['properties', 'kind'], direction }] };
}

function drawnNearest(draw: Draw): Extract<FeatureQuestion, { kind: 'nearest' }>['query'] {
  const farthest = [undefined, undefined, 0, 1, 5_000, 1_000_000, EVERYWHERE_IN_METERS];
  return {
    ...(draw(3) === 0 ? drawnCriteria(draw) : {}),
    point: drawnPlace(draw),
    limit: oneOf(draw, [1, 10, 100, 1_000]) ?? 1,
    maxDistanceInMeters: oneOf(draw, farthest),
  };
}

function drawnRest(draw: Draw): FeatureQuestion {
  const kind = oneOf(draw, ['analyse', 'statistics', 'cells'] as const);
  if (kind !== 'cells') return { kind: kind ?? 'analyse' };
  const boxes = drawnBoxes(draw);
  return { kind, query: { boxes, grid: { kind: 'quadbin', zoom: 3 }, place: 'middle' } };
}

/** An id that may exist, or one between others. */
function drawnId(draw: Draw, ids: readonly string[]): string {
  const id = oneOf(draw, ids) ?? '';
  return [id, id, id, id, `${id}!`, id.slice(0, -1), '', '\u{10ffff}'][draw(8)] ?? id;
}

function drawnCriteria(draw: Draw): FeatureCriteria {
  return {
    ...drawnArea(draw),
    filter: draw(5) === 0 ? drawnFilter(draw) : undefined,
    maxLevel: draw(8) === 0 ? draw(16) : undefined,
    part: draw(10) === 0 ? { of: 3, index: 1 + draw(3) } : undefined,
  };
}

function drawnArea(draw: Draw): FeatureCriteria {
  const boxes = drawnBoxes(draw);
  const [first = [0, 0, 0, 0] as const] = boxes;
  const [longitude, latitude] = drawnPlace(draw);
  const point: Geometry = { type: 'Point', coordinates: [longitude, latitude] };
  const around = (radiusInMeters: number, geometry: Geometry = point): FeatureCriteria => ({
    spatial: { geometry, relation: 'intersects', radiusInMeters },
  });
  const related = (relation: 'within' | 'contains' | 'disjoint', geometry: Geometry): FeatureCriteria => ({
    spatial: { geometry, relation, radiusInMeters: 0 },
  });
  switch (draw(14)) {
    case 0:
      return {};
    case 1:
      return { window: { boxes, place: draw(2) === 0 ? 'middle' : 'first' } };
    case 2:
    case 3:
      return around(oneOf(draw, [0, 1, 1_000, 20_000, 1_000_000, 20_000_000, EVERYWHERE_IN_METERS]) ?? 0);
    case 4:
      return around(oneOf(draw, [0, 20_000]) ?? 0, drawnGeometry(draw) ?? point);
    case 5:
      return { ...around(0, bboxPolygon(first)), boxes: draw(2) === 0 ? drawnBoxes(draw) : undefined };
    case 6:
      return related(oneOf(draw, ['within', 'disjoint'] as const) ?? 'within', bboxPolygon(first));
    case 7:
      return related('contains', point);
    default:
      return { boxes };
  }
}

function drawnFilter(draw: Draw): PropertyFilter {
  const [path, value] =
    draw(2) === 0
      ? [['properties', 'kind'], draw(KINDS)]
      : [['properties', 'name'], `n${draw(9)}: ß海\u2028`];
  const operator = oneOf(draw, ['equals', 'notEquals', 'atLeast'] as const) ?? 'equals';
  return { kind: 'compare', operator, path, values: [value] };
}

const oneOf = <T>(draw: Draw, some: readonly T[]): T | undefined => some[draw(some.length)];
