import { beforeAll, describe, expect, it } from '@jest/globals';
import { type BoundingBox, distanceBetween, type Geometry } from '@cairn/geometry';
import { compareTexts } from '@cairn/kernel';
import {
  FEATURE_SEPARATOR,
  type FeatureChunk,
  type FeatureQuery,
  featureText,
  type NearestQuery,
} from '@cairn/spaces';
import { criteriaMatcher, LEAST_LARGE_BODY, readFeature } from '@cairn/spaces/spi';
import { EMPTY_OVERLAY, type Overlay } from '../overlay/overlay.js';
import type { ContentPack } from '../pack/content-pack.js';
import { PackSearch } from './pack-search.js';
import {
  type Draw,
  drawing,
  packOf,
  randomFeature,
  randomFeatures,
  type Stored,
  storedOf,
} from '../pack/random-features.spec.kit.js';

/** What has changed of these features, and what they are then. */
function changed(pack: ContentPack, before: readonly Stored[], draw: Draw) {
  const hidden = new Set<number>();
  const written: Stored[] = [];
  const now = before.flatMap((stored) => {
    const kind = Math.floor(draw(20));
    if (kind > 2) return [stored];
    hidden.add(pack.positionOf(stored.feature.id) ?? -1);
    if (kind === 0) return [];
    const again = randomFeature(stored.feature.id, draw);
    written.push(again);
    return [again];
  });
  for (let number = 0; number < before.length / 20; number += 1) {
    const added = randomFeature(`${['!', 'a"\\\n0', 'ä7', '\u{10ffff}'][number % 4]}-${number}`, draw);
    written.push(added);
    now.push(added);
  }
  const byId = (one: Stored, other: Stored) => compareTexts(one.feature.id, other.feature.id);
  const overlay: Overlay = { features: written.sort(byId), hidden };
  return { overlay, features: now.sort(byId) };
}

/** What the store below finds: everything is looked at. */
function naive(features: readonly Stored[], query: FeatureQuery): readonly Stored[] {
  const { after, limit = Infinity, ...criteria } = query;
  const accepts = criteriaMatcher(criteria);
  const isBehind = ({ feature: { id } }: Stored) => after === undefined || compareTexts(id, after) > 0;
  return features.filter((stored) => isBehind(stored) && accepts(stored)).slice(0, limit);
}

function naiveNearest(features: readonly Stored[], { point, limit, maxDistanceInMeters }: NearestQuery) {
  const place = { type: 'Point', coordinates: point } as const;
  return features
    .flatMap(({ feature }) => {
      const { geometry } = readFeature(featureText(feature));
      return geometry ? [{ feature, distanceInMeters: distanceBetween(place, geometry) }] : [];
    })
    .filter(({ distanceInMeters: meters }) => meters <= (maxDistanceInMeters ?? Infinity))
    .sort(
      (one, other) =>
        one.distanceInMeters - other.distanceInMeters || compareTexts(one.feature.id, other.feature.id),
    )
    .slice(0, limit);
}

const joined = (chunks: readonly FeatureChunk[]): string =>
  chunks.map(({ bytes = new Uint8Array() }) => Buffer.from(bytes).toString()).join(FEATURE_SEPARATOR);

function randomBox(draw: Draw): BoundingBox {
  const [west, south] = draw(2) < 1 ? [9.9 + draw(1), 49.9 + draw(1)] : [draw(360) - 180, draw(180) - 90];
  const size = [0, 0.05, 0.3, 30, 400][Math.floor(draw(5))] ?? 0;
  return [west, south, Math.min(180, west + size), Math.min(90, south + size / 2)];
}

function randomQuery(features: readonly Stored[], draw: Draw): FeatureQuery {
  const boxes = draw(3) < 2 ? [randomBox(draw)] : [randomBox(draw), randomBox(draw)];
  const point = features[Math.floor(draw(features.length))]?.boxes[0] ?? [180, 90, 180, 90];
  const spatial = {
    geometry: { type: 'Point', coordinates: [point[0], point[1]] },
    relation: 'intersects',
    radiusInMeters: [1, 2_000, 50_000, 3_000_000][Math.floor(draw(4))] ?? 1,
  } as const;
  const place = [{}, { boxes }, { near: boxes }, { spatial }, { spatial, boxes }][Math.floor(draw(5))];
  return {
    ...place,
    limit: [undefined, 1, 10, 100][Math.floor(draw(4))],
    after: draw(3) < 1 ? features[Math.floor(draw(features.length))]?.feature.id : undefined,
    maxLevel: draw(4) < 1 ? 11 + Math.floor(draw(4)) : undefined,
    copies: draw(4) < 1 ? [3] : undefined,
  };
}

describe.each([
  ['a pack', 'as it was'],
  ['a pack of features with one box each', 'plain'],
  ['a pack and an overlay', 'changed'],
] as const)('%s', (_, state) => {
  const draw = drawing(11);
  let features: readonly Stored[];
  let search: PackSearch;

  beforeAll(async () => {
    features = randomFeatures(600, draw).filter(({ boxes }) => state !== 'plain' || boxes.length === 1);
    const pack = await packOf(features);
    const now = state === 'changed' ? changed(pack, features, draw) : { features, overlay: EMPTY_OVERLAY };
    features = now.features;
    search = new PackSearch(pack, now.overlay);
  });

  it('finds features by ids, also those that are not there', () => {
    const expected = features.map(({ feature }) => feature).reverse();
    const ids = expected.map(({ id }) => id);
    expect(search.find([...ids, 'absent', '', 'a"', ...ids.slice(0, 9)])).toEqual(expected);
  });

  it('finds the same bytes as a look at each feature', async () => {
    let elsewhere = 0;
    for (let question = 0; question < 100; question += 1) {
      const query = randomQuery(features, draw);
      const expected = naive(features, query);
      const chunks = await search.query(query);
      elsewhere += chunks === undefined ? 1 : 0;
      if (chunks === undefined) continue;
      const texts = expected.map(({ feature }) => featureText(feature));
      expect([query, joined(chunks)]).toEqual([query, texts.join(FEATURE_SEPARATOR)]);
      expect(chunks.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length);
      expect(chunks.at(-1)?.last).toBe(expected.at(-1)?.feature.id);
    }
    expect(elsewhere).toBeLessThan(12);
  });

  it('counts as many', async () => {
    let elsewhere = 0;
    for (let question = 0; question < 60; question += 1) {
      const { copies: _copies, after: _after, ...query } = randomQuery(features, draw);
      const count = await search.count(query);
      elsewhere += count === undefined ? 1 : 0;
      if (count !== undefined) expect([query, count]).toEqual([query, naive(features, query).length]);
    }
    expect(elsewhere).toBeLessThan(6);
  });

  it('finds the nearest, with the same distances', async () => {
    let elsewhere = 0;
    for (let question = 0; question < 40; question += 1) {
      const [longitude, latitude] = randomBox(draw);
      const maxDistanceInMeters = draw(3) < 1 ? draw(400_000) : undefined;
      const query = {
        point: question % 10 === 0 ? ([180, 90] as const) : ([longitude, latitude] as const),
        limit: [1, 10, 40][Math.floor(draw(3))] ?? 1,
        maxDistanceInMeters,
      };
      const nearest = await search.nearest(query);
      elsewhere += nearest === undefined ? 1 : 0;
      if (nearest !== undefined) expect([query, nearest]).toEqual([query, naiveNearest(features, query)]);
    }
    expect(elsewhere).toBeLessThan(4);
  });
});

describe('a search of many points', () => {
  const draw = drawing(4);
  const features = Array.from({ length: 9_000 }, (_, number) => {
    const [x, y] = [draw(360) - 180, draw(180) - 90];
    const id = String(number).padStart(5, '0');
    return storedOf({ id, geometry: { type: 'Point', coordinates: [x, y] }, name: '', tags: [] });
  });
  const reading = packOf(features);
  const inMost = { boxes: [[-179, -89, 179, 89]] } as const;

  it('finds the same where most of them are in the place', async () => {
    const search = new PackSearch(await reading, EMPTY_OVERLAY);
    const around = { geometry: { type: 'Point', coordinates: [8, 47] }, relation: 'intersects' } as const;
    const queries: readonly FeatureQuery[] = [
      { ...inMost, limit: 50, after: '04321' },
      { spatial: { ...around, radiusInMeters: 15_000_000 }, limit: 500 },
      { near: [[-180, -90, 180, 90]], maxLevel: 12 },
    ];
    for (const query of queries) {
      const texts = naive(features, query).map(({ feature }) => featureText(feature));
      expect(joined((await search.query(query)) ?? [])).toBe(texts.join(FEATURE_SEPARATOR));
    }
  });

  it('makes way for others, and ends once it is cancelled', async () => {
    const search = new PackSearch(await reading, EMPTY_OVERLAY);
    const now = performance.now.bind(performance);
    let time = 0;
    performance.now = () => (time += 5); // each look at the clock ends a slice
    try {
      const controller = new AbortController();
      setImmediate(() => controller.abort());
      expect(await search.count(inMost, controller.signal)).toBe(0);
      expect(await search.query(inMost, controller.signal)).toEqual([]);
      expect(await search.nearest({ point: [0, 0], limit: 1 }, controller.signal)).toEqual([]);
    } finally {
      performance.now = now;
    }
    expect(await search.count(inMost)).toBe(naive(features, inMost).length);
  });
});

describe('what is not answered from memory', () => {
  const place = { boxes: [[0, 0, 1, 1]] } as const;

  it.each<[string, FeatureQuery]>([
    ['a filter', { filter: { kind: 'and', filters: [] } }],
    ['a sort', { sort: [{ path: ['id'], direction: 'ascending' }] }],
    ['a part', { part: { index: 1, of: 2 } }],
    ['a window', { window: { boxes: [[0, 0, 1, 1]], place: 'first' } }],
    [
      'a place within a shape',
      {
        spatial: { geometry: { type: 'Point', coordinates: [0, 0] }, relation: 'within', radiusInMeters: 0 },
      },
    ],
    ['more than may be held', { after: 'a' }],
    ['a copy of a large feature', { near: [[-1, -1, 2, 2]], copies: [3], limit: 1 }],
    ['a large shape that its boxes do not decide about', place],
  ])('is %s', async (_, query) => {
    const ring = Array.from({ length: 9_000 }, (_, at) => [at / 9_000, at % 2] as const);
    const geometry: Geometry = { type: 'LineString', coordinates: [[-1, 0], ...ring] };
    const large = storedOf({ id: 'a', geometry, name: 'x'.repeat(LEAST_LARGE_BODY), tags: [] });
    const rest = Array.from({ length: 5 }, (_, at) =>
      storedOf({ id: `b${at}`, geometry: null, name: 'x'.repeat(2 ** 20), tags: [] }),
    );
    const search = new PackSearch(await packOf([large, ...rest]), EMPTY_OVERLAY);
    expect(await search.query(query)).toBeUndefined();
    expect(joined((await search.query({ limit: 1 })) ?? [])).toBe(featureText(large.feature));
  });
});
