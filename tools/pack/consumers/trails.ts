import { ManualClock, SequenceIdGenerator } from '@cairn/adapter-memory';
import type { Feature, Geometry } from '@cairn/geometry';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { TrailMap } from './trail-map.js';

const at = (id: string, ...[longitude, latitude, beds]: readonly [number, number, number]): Feature => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [longitude, latitude] },
  properties: { beds },
});
const ferry: Geometry = {
  type: 'LineString',
  coordinates: [
    [179, -17],
    [181, -17],
  ],
};

/** Writes places on both sides of the antimeridian, imports one, and finds them. Returns what it observed. */
export async function trails(): Promise<unknown> {
  const clock = new ManualClock(1_000_000_000_000);
  const map = await TrailMap.create(clock, clock, new SequenceIdGenerator());
  await map.put(at('west', 179.9, -17, 12), at('east', -179.9, -17.001, 40), at('far', 11, 47, 99));
  const wrong = await map.put(at('wrong', 0, 91, 1)).catch((error: unknown) => error);
  const { inserted, failed, end } = await map.load(bytesOf(at('loaded', -179.8, -17, 5), { type: 'Point' }));
  const near = await map.nearest([180, -17], 3);
  return {
    wrong: wrong instanceof Error ? wrong.message : wrong,
    imported: [inserted, failed, end.kind],
    count: await map.count(),
    inBox: await map.inBox([-180, -18, -179, -16]),
    along: await map.hutsAlong(ferry, { radiusInMeters: 50, beds: 12 }),
    near: near.map(({ id, distanceInMeters }) => [id, Math.round(distanceInMeters)]),
    columns: (await map.table()).split('\r\n')[0],
  };
}

async function* bytesOf(...values: readonly object[]): AsyncGenerator<Uint8Array> {
  for (const value of values) yield utf8ToBytes(`${JSON.stringify(value)}\n`);
}
