import { compareTexts } from '@cairn/kernel';
import { assert } from '../assert.js';
import {
  bboxPolygon,
  boundingBoxesOf,
  distanceBetween,
  type Feature,
  type Geometry,
  type Position,
} from '@cairn/geometry';
import type { FeatureCriteria, NearestQuery } from '@cairn/spaces';
import { type Candidate, SearchedFeature, searchedMatcher } from '@cairn/spaces/spi';
import type { Subject } from '../contract.js';
import { drawing } from './feature-model.js';
import {
  aFeature,
  DELETE,
  openSpace,
  PUT,
  writing,
  type FeatureStorePorts,
  type OpenedSpace,
} from './feature-store-ports.js';
import { buildIndexes, wantIndexes } from './indexes.js';
import type { Draw } from './stale-patch.model.js';

/** Enough for stores to choose different plans by counts: of an area, of the space in order, of an index. */
const FEATURES = 4_000;
const AT_ONCE = 500;
/** Code units and code points order the last two differently. */
const prefixes = ['a', 'Z', '\u{1f600}', '\uffee'];
/** Half of the features are within this many degrees. */
const TOWN = { west: 10, south: 50, size: 1 };

/** So many are written again in another place, and every fifth of these is deleted. */
const REWRITTEN = 500;

interface Placed {
  readonly candidate: Candidate;
  /** Parsed once for all questions. */
  readonly searched: SearchedFeature;
  readonly geometry: Geometry | undefined;
  readonly kind: number;
}

/**
 * Asks a space of some thousand features random questions, and fails where brute force answers otherwise. Takes about a
 * second for 40 questions: brute force looks at every feature for each.
 */
export async function assertAnswersLikeBruteForce(
  subject: Subject<FeatureStorePorts>,
  { seed, questions }: { readonly seed: number; readonly questions: number },
): Promise<void> {
  const draw = drawing(seed);
  const space = await openSpace(subject);
  await wantIndexes(space, { kind: true });
  if (draw(2) === 0) await keepVersions(space);
  const ids = await fill(space, draw);
  await buildIndexes(space);
  const placed = (await space.features.find(space.id, ids)).map((feature): Placed => {
    const { geometry, properties } = JSON.parse(`${feature.body}}}}`) as Feature;
    const boxes = geometry ? boundingBoxesOf(geometry) : undefined;
    const kind = Number(properties?.['kind']);
    const searched = new SearchedFeature(feature);
    return { candidate: { feature, boxes }, searched, geometry: geometry ?? undefined, kind };
  });
  for (let question = 0; question < questions; question += 1) {
    const message = `seed ${seed}, question ${question}`;
    const asserted = [assertNearest, assertFoundBy, assertFoundBy, assertSorted][draw(4)] ?? assertNearest;
    await asserted(space, placed, draw, message);
  }
}

async function fill(space: OpenedSpace, draw: Draw): Promise<readonly string[]> {
  const ids = Array.from(
    { length: FEATURES },
    (_, number) => `${prefixes[number % prefixes.length]}${number}`,
  );
  const write = async (some: readonly string[]): Promise<void> => {
    const modifications = some.map((id) => {
      const properties = { kind: draw(40), name: `n${draw(9)}` };
      return writing(aFeature(id, { properties, geometry: randomGeometry(draw) }), PUT);
    });
    await space.write(modifications);
  };
  for (let start = 0; start < ids.length; start += AT_ONCE) await write(ids.slice(start, start + AT_ONCE));
  const rewritten = Array.from({ length: REWRITTEN }, () => ids[draw(FEATURES)] ?? '');
  await write([...new Set(rewritten)]);
  const deleted = rewritten.filter((_, index) => index % 5 === 0);
  await space.write([...new Set(deleted)].map((id) => writing(aFeature(id), DELETE)));
  return ids;
}

/** So that what is replaced and deleted stays beside the rest. */
async function keepVersions(space: OpenedSpace): Promise<void> {
  await space.spaces.update(space.id, ({ settings, ...stored }) => {
    const kept = { ...settings, versionsToKeep: 3 };
    return { ...stored, settings: kept };
  });
}

function randomGeometry(draw: Draw): Geometry | null {
  const [longitude, latitude] = randomPlace(draw);
  const size = draw(20) / 10;
  const north = Math.min(90, latitude + size);
  switch (draw(12)) {
    case 0:
      return null;
    case 1: {
      const east = longitude + size; // may go on beyond 180
      const ring: readonly Position[] = [
        [longitude, latitude],
        [east, latitude],
        [east, north],
        [longitude, north],
        [longitude, latitude],
      ];
      return { type: 'Polygon', coordinates: [ring] };
    }
    case 2:
      return {
        type: 'LineString',
        coordinates: [
          [longitude, latitude],
          [longitude + size, north],
        ],
      };
    default:
      return { type: 'Point', coordinates: [longitude, latitude] };
  }
}

/** Coarse, so that many are in the same place, on an edge, on the antimeridian or at a pole. */
function randomPlace(draw: Draw): readonly [longitude: number, latitude: number] {
  if (draw(2) === 0) return [TOWN.west + draw(101) / 100, TOWN.south + draw(101) / 100];
  return [draw(361) - 180, draw(181) - 90];
}

function randomCriteria(draw: Draw): FeatureCriteria {
  const [west, south] = randomPlace(draw);
  const size = [0.05, 0.3, 2, 20, 200][draw(5)] ?? 1;
  const box = [west, south, Math.min(180, west + size), Math.min(90, south + size)] as const;
  const point = { type: 'Point', coordinates: [west, south] } as const;
  const areas: readonly FeatureCriteria[] = [
    {},
    { boxes: [box] },
    { boxes: [box, [-180, -90, -170, 90]] },
    { window: { boxes: [box], place: draw(2) === 0 ? 'middle' : 'first' } },
    { spatial: { geometry: point, relation: 'intersects', radiusInMeters: size * 50_000 } },
    { spatial: { geometry: point, relation: 'disjoint', radiusInMeters: 0 } },
    { spatial: { geometry: bboxPolygon(box), relation: 'intersects', radiusInMeters: 0 } },
    { spatial: { geometry: bboxPolygon(box), relation: 'within', radiusInMeters: 0 } },
    {
      boxes: [
        [Math.max(-180, 180 - size), south, 180, 90],
        [-180, south, Math.min(180, size - 180), 90],
      ],
    },
  ];
  const path = ['properties', draw(2) === 0 ? 'kind' : 'name'];
  const value = path[1] === 'kind' ? draw(40) : `n${draw(9)}`;
  const filter = { kind: 'compare', operator: 'equals', path, values: [value] } as const;
  return {
    ...areas[draw(areas.length)],
    filter: draw(3) === 0 ? filter : undefined,
    maxLevel: draw(4) === 0 ? draw(16) : undefined,
    part: draw(6) === 0 ? { of: 3, index: 1 + draw(3) } : undefined,
  };
}

async function assertFoundBy(
  space: OpenedSpace,
  placed: readonly Placed[],
  draw: Draw,
  message: string,
): Promise<void> {
  const criteria = randomCriteria(draw);
  const accepts = searchedMatcher(criteria);
  const all = placed
    .filter(({ candidate, searched }) => accepts(searched, candidate))
    .map(({ candidate }) => candidate.feature.id);
  all.sort(compareTexts);
  const limit = [undefined, 1 + draw(20), 100, 1_200][draw(4)];
  const after = draw(2) === 0 ? all[draw(all.length + 1)] : undefined;
  const rest = after === undefined ? all : all.filter((id) => compareTexts(id, after) > 0);
  const question = `${message}: ${JSON.stringify({ criteria, limit, after })}`;
  assert.deepEqual(await space.ids({ ...criteria, limit, after }), rest.slice(0, limit), question);
  const most = limit ?? Infinity;
  assert.equal(
    await space.features.count(space.id, { ...criteria, limit }),
    Math.min(all.length, most),
    question,
  );
}

async function assertSorted(
  space: OpenedSpace,
  placed: readonly Placed[],
  draw: Draw,
  message: string,
): Promise<void> {
  const criteria = randomCriteria(draw);
  const accepts = searchedMatcher(criteria);
  const direction = draw(2) === 0 ? 'ascending' : 'descending';
  const sign = direction === 'ascending' ? 1 : -1;
  const sorted = placed
    .filter(({ candidate, searched }) => accepts(searched, candidate))
    .map(({ candidate, kind }) => ({ id: candidate.feature.id, kind }))
    .sort((one, other) => sign * (one.kind - other.kind) || compareTexts(one.id, other.id));
  const limit = 1 + draw(200);
  const query = { ...criteria, limit, sort: [{ path: ['properties', 'kind'], direction }] } as const;
  const expected = sorted.slice(0, limit).map(({ id }) => id);
  assert.deepEqual(await space.ids(query), expected, `${message}: ${JSON.stringify(query)}`);
}

async function assertNearest(
  space: OpenedSpace,
  placed: readonly Placed[],
  draw: Draw,
  message: string,
): Promise<void> {
  const [longitude, latitude] = randomPlace(draw);
  const point = [longitude, latitude] as const;
  const { filter, part } = randomCriteria(draw);
  const maxDistanceInMeters = draw(3) === 0 ? 10 ** (3 + draw(5)) : undefined;
  const query: NearestQuery = {
    point,
    limit: [1, 10, 100, 1_000][draw(4)] ?? 1,
    maxDistanceInMeters,
    filter,
    part,
  };
  const accepts = searchedMatcher({ filter, part });
  const place: Geometry = { type: 'Point', coordinates: point };
  const measured = placed.flatMap(({ candidate, searched, geometry }) => {
    if (geometry === undefined || !accepts(searched, candidate)) return [];
    const meters = distanceBetween(place, geometry);
    return meters <= (maxDistanceInMeters ?? Infinity) ? [{ id: candidate.feature.id, meters }] : [];
  });
  measured.sort((one, other) => one.meters - other.meters || compareTexts(one.id, other.id));
  const found = await space.features.nearest(space.id, query);
  assert.deepEqual(
    found.map(({ feature, distanceInMeters }) => ({ id: feature.id, meters: distanceInMeters })),
    measured.slice(0, query.limit),
    `${message}: ${JSON.stringify(query)}`,
  );
}
