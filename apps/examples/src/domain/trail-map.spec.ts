import { RandomIdGenerator, SystemClock, SystemTimer } from '@cairn/adapter-system';
import type { Feature, LineString } from '@cairn/geometry';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { TrailMap } from './trail-map.js';

const place = (id: string, longitude: number, latitude: number, beds?: number): Feature => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties: beds === undefined ? {} : { beds },
});
const ridge: LineString = {
  type: 'LineString',
  coordinates: [
    [11, 47.4],
    [11.2, 47.4],
  ],
};

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  for (const piece of text.match(/.{1,40}/gs) ?? []) yield new TextEncoder().encode(piece);
}

let map: TrailMap;

beforeEach(async () => {
  map = await TrailMap.create(new SystemClock(), new SystemTimer(), new RandomIdGenerator());
  await map.put(
    place('upper', 11.05, 47.42, 12),
    place('lower', 11.12, 47.4, 40),
    place('spring', 11.3, 47.5),
  );
});

describe('TrailMap', () => {
  it('finds places in a box, near a point, and huts along a trail', async () => {
    expect(await map.inBox([11, 47.3, 11.2, 47.5])).toEqual(['lower', 'upper']);
    expect(await map.nearest([11.1, 47.4], 2)).toEqual([
      { id: 'lower', distanceInMeters: expect.closeTo(1509.7, 0) },
      { id: 'upper', distanceInMeters: expect.closeTo(4379.6, 0) },
    ]);
    expect(await map.hutsAlong(ridge, { radiusInMeters: 3_000, beds: 0 })).toEqual(['lower', 'upper']);
    expect(await map.hutsAlong(ridge, { radiusInMeters: 3_000, beds: 20 })).toEqual(['lower']);
    expect(await map.hutsAlong(ridge, { radiusInMeters: 1_000, beds: 0 })).toEqual(['lower']);
  });

  it('replaces places, and adds none if one is wrong', async () => {
    await map.put(place('upper', 11.05, 47.42, 14));
    expect(await map.table()).toContain('\r\nupper,14,');
    await expect(map.put(place('new', 11, 47), place('wrong', 11, 91))).rejects.toThrow(
      /Feature 1 \('wrong'\): .*latitude/,
    );
    expect(await map.count()).toBe(3);
  });

  it('loads lines of GeoJSON, and says what is wrong with them', async () => {
    const lines = [place('col', 11.4, 47.6), place('wrong', 11, 91), place('lake', 11.5, 47.6)];
    const report = await map.load(inPieces(lines.map((line) => JSON.stringify(line)).join('\n')));
    expect(report).toMatchObject({ inserted: 2, failed: 1, end: { kind: 'complete' } });
    expect(report.failures).toEqual([expect.objectContaining({ position: 1, id: 'wrong' })]);
    expect(await map.count()).toBe(5);
  });
});
