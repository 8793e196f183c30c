import { describe, expect, it } from '@jest/globals';
import { at, gridOf, placesOf, polygonAt, TILE, type Place } from './drawing.spec.kit.js';
import { type MapFeature, TileDrawing } from './tile-drawing.js';

describe('a drawing of so many features', () => {
  const square = (side: number, id: number) => {
    const corners = placesOf(`0 0, ${side} 0, ${side} ${side}, 0 ${side}`);
    const geometry = polygonAt([corners.map(([x, y]): Place => [x + 3000 + id * 0.01, y + 3000])]);
    return { id, geometry, properties: {} };
  };
  const dot = (id: number, rank: number, x = 4100) => ({
    id,
    rank,
    properties: {},
    geometry: { type: 'Point', coordinates: at(TILE, [x, id]) } as const,
  });
  const keep = (count: number, features: readonly MapFeature[], address = TILE) => {
    const drawing = new TileDrawing(gridOf(address), count);
    for (const feature of features) drawing.add(feature);
    const { features: kept, omitted } = drawing.finish();
    return { kept: kept.map(({ id }) => id), omitted };
  };

  it('keeps the largest, then those with the lowest ranks, in whatever order they come', () => {
    const features = [
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => dot(id, (id * 7) % 10)),
      ...[20, 30, 40].map((side) => square(side, side)),
    ];
    for (const count of [1, 2, 5, 8]) {
      const wanted = [40, 30, 20, 3, 6, 9, 2, 5].slice(0, count);
      expect(keep(count, features)).toEqual({ kept: wanted, omitted: 12 - count });
      expect(keep(count, features.toReversed())).toEqual({ kept: wanted, omitted: 12 - count });
      expect(keep(count, features, [TILE[0], TILE[1] + 1, TILE[2]])).toEqual({
        kept: [3, 6, 9, 2, 5, 8, 1, 4].slice(0, count),
        omitted: 9 - count,
      });
    }
  });

  it('counts those that are merged as shown, and merges those that are too many to be shown', () => {
    const tinyPolygons = Array.from({ length: 40 }, (_, id) => square(0.5, id));
    expect(keep(1, [square(40, 99), ...tinyPolygons])).toEqual({ kept: [99], omitted: 40 });
    const { kept, omitted } = keep(2, [square(40, 99), square(30, 98), square(20, 97), ...tinyPolygons]);
    expect({ kept, omitted }).toEqual({ kept: [99, 98], omitted: 41 });
    expect(keep(3, tinyPolygons)).toMatchObject({ omitted: 0 });
  });
});
