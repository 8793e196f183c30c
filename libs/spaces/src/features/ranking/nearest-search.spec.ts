import { describe, expect, it } from '@jest/globals';
import { boundingBoxesOf, boxesIntersect, distanceBetween, type Geometry } from '@cairn/geometry';
import { compareTexts } from '@cairn/kernel';
import type { Candidate } from '../searching/searched-feature.js';
import { bodyOf } from '../content/feature-body.js';
import { boundsOf } from '../writing/bounds.js';
import { MAX_NEAREST_LENGTH, NearestSearch } from './nearest-search.js';
import type { NearestQuery } from './nearest-query.js';

function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return ((state >>> 8) % 1_000_003) * (below / 1_000_003);
  };
}

function candidateOf(id: string, geometry: Geometry): Candidate {
  const body = bodyOf({ id, foreign: '{}', geometry: JSON.stringify(geometry), properties: '{}' });
  const feature = { id, body, createdAt: 0, updatedAt: 0, version: 1, tags: [] };
  return { feature, boxes: boundingBoxesOf(geometry) };
}

const pointAt = (longitude: number, latitude: number): Geometry => ({
  type: 'Point',
  coordinates: [longitude, latitude],
});

const headOf = (candidates: readonly Candidate[]) => ({
  total: candidates.length,
  bounds: boundsOf(candidates.flatMap(({ boxes = [] }) => boxes)),
});

/** What a store with an index does, and how many candidates it went through. */
function nearestBySteps(candidates: readonly Candidate[], query: NearestQuery) {
  const search = new NearestSearch(query, headOf(candidates));
  let [steps, offered] = [0, 0];
  for (let boxes = search.next(); boxes !== undefined; boxes = search.next()) {
    steps += 1;
    for (const candidate of candidates) {
      if (!boxesIntersect(candidate.boxes ?? [], boxes)) continue;
      offered += 1;
      if (search.offer(candidate) === 'enough') break;
    }
  }
  return { found: search.found().map(({ feature }) => feature.id), steps, offered };
}

function nearestOfAll(
  measured: readonly { readonly id: string; readonly geometry: Geometry }[],
  { point, limit, maxDistanceInMeters = Infinity }: NearestQuery,
): readonly string[] {
  return measured
    .map(({ id, geometry }) => ({ id, meters: distanceBetween(pointAt(...point), geometry) }))
    .filter(({ meters }) => meters <= maxDistanceInMeters)
    .sort((one, other) => one.meters - other.meters || compareTexts(one.id, other.id))
    .slice(0, limit)
    .map(({ id }) => id);
}

describe('a search for the nearest', () => {
  it('ranks what is at the very place by id, also at a pole, where every longitude is that place', () => {
    const candidates = [candidateOf('b', pointAt(-180, -90)), candidateOf('a', pointAt(17, -90))];
    expect(nearestBySteps(candidates, { point: [-180, -90], limit: 1 }).found).toEqual(['a']);
  });

  it('finds the same as a look at every feature', () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const draw = drawing(seed);
      const spread = [1, 20, 360][seed % 3] ?? 1;
      const features = Array.from({ length: 280 }, (_, index) => {
        const longitude = ((170 + draw(spread)) % 360) - (seed % 2) * 180;
        const x = longitude > 180 ? longitude - 360 : longitude;
        const y = Math.max(-90, Math.min(90, (draw(spread) - spread / 2) * (seed % 5 === 0 ? 0.5 : 1)));
        const geometry: Geometry =
          index % 7 === 0
            ? { type: 'LineString', coordinates: [[x, y], [x + draw(3), Math.max(-90, y - draw(3))]] } // prettier-ignore
            : pointAt(x, y);
        return { id: `f${index}`, geometry };
      });
      const candidates = features.map(({ id, geometry }) => candidateOf(id, geometry));
      for (const limit of [1, 12, 1_000]) {
        const point = [draw(360) - 180, draw(180) - 90] as const;
        const maxDistanceInMeters = seed % 4 === 0 ? draw(9_000_000) : undefined;
        const query = { point, limit, maxDistanceInMeters };
        expect(nearestBySteps(candidates, query).found).toEqual(nearestOfAll(features, query));
      }
    }
  });

  it('looks at few features where many are close together, wherever it starts', () => {
    const draw = drawing(7);
    const town = Array.from({ length: 8_000 }, (_, index) =>
      candidateOf(`f${index}`, pointAt(8 + draw(0.01), 50 + draw(0.01))),
    );
    const candidates = [...town, candidateOf('far', pointAt(-170, -80))];
    for (const point of [
      [8.005, 50.005],
      [-170, 80],
    ] as const) {
      // prettier-ignore
      const { found, steps, offered } = nearestBySteps(candidates, { point, limit: 10 });
      expect(found).toHaveLength(10);
      expect([steps < 12, offered < 6_000 || point[0] < 0]).toEqual([true, true]);
    }
  });

  it('is not kept from what is near by long features that are farther away, in whatever order they come', () => {
    const long = (id: string, geometry: Geometry): Candidate => {
      const { feature, ...candidate } = candidateOf(id, geometry);
      return { ...candidate, feature: { ...feature, body: feature.body.padEnd(MAX_NEAREST_LENGTH * 0.6) } };
    };
    const far = [long('far', pointAt(9, 9)), long('farther', pointAt(30, 30))];
    const near = [candidateOf('near', pointAt(1, 1)), candidateOf('nearer', pointAt(0, 0))];
    const query = { point: [0, 0], limit: 2 } as const;
    expect(nearestBySteps([...far, ...near], query).found).toEqual(['nearer', 'near']);
    expect(nearestBySteps([...near, ...far], query).found).toEqual(['nearer', 'near']);
    expect(nearestBySteps([...far, ...near], { ...query, limit: 3 }).found).toEqual([
      'nearer',
      'near',
      'far',
    ]);
    expect(() => nearestBySteps([...near, ...far], { ...query, limit: 4 })).toThrow(/ask for fewer/);
  });

  it('is not content with what lies in a corner of the boxes', () => {
    const head = { total: 1_000, bounds: [-9, -9, 9, 9] as const };
    const search = new NearestSearch({ point: [0, 0], limit: 1 }, head);
    const [[, , east, north] = [0, 0, 0, 0]] = search.next() ?? [];
    search.offer(candidateOf('corner', pointAt(east * 0.99, north * 0.99)));
    expect(boxesIntersect([[0, north * 1.05, 0, north * 1.05]], search.next() ?? [])).toBe(true);
    search.offer(candidateOf('outside', pointAt(0, north * 1.05)));
    expect(search.next()).toBeUndefined();
    expect(search.found().map(({ feature }) => feature.id)).toEqual(['outside']);
  });

  it('ends where nothing has a geometry, and where nothing is near enough', () => {
    const nothing = { total: 5, bounds: undefined };
    expect(new NearestSearch({ point: [0, 0], limit: 1 }, nothing).next()).toBeUndefined();
    const there = Array.from({ length: 3_000 }, (_, index) => candidateOf(`f${index}`, pointAt(1, 1)));
    const query = { point: [0, 0], limit: 1, maxDistanceInMeters: 0 } as const;
    expect(nearestBySteps(there, query)).toEqual({ found: [], steps: 1, offered: 0 });
    expect(nearestBySteps(there, { ...query, point: [1, 1] }).found).toEqual(['f0']);
  });
});

it('the nearest features are not longer together than what is held at once', () => {
  const padding = ' '.repeat(4_500_000);
  const candidates = Array.from({ length: 5 }, (_, index) => {
    const candidate = candidateOf(`n${index}`, pointAt(index, 0));
    return { ...candidate, feature: { ...candidate.feature, body: candidate.feature.body + padding } };
  });
  const found = (limit: number) => nearestBySteps(candidates, { point: [0, 0], limit });
  expect(() => found(3)).not.toThrow();
  expect(() => found(5)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
});
