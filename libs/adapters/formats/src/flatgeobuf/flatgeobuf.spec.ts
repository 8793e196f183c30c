import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FileFeature, FileItem } from '@cairn/spaces';
import { Builder } from 'flatbuffers';
import { SampleFolder } from '../formats.spec.kit.js';
import { writtenBytes } from '../sample-files.spec.kit.js';
import { headerBytes, MAGIC_BYTES } from './flat-builder.js';
import { GEOMETRY_TYPES } from './flat-types.js';
import { FlatGeobufFormat } from './flatgeobuf-format.js';

const folder = new SampleFolder();
beforeAll(async () => await folder.open());
afterAll(async () => await folder.close());

const ring = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 0],
] as const;
const hole = [
  [1, 0.5],
  [2, 0.5],
  [2, 1],
  [1, 0.5],
] as const;
const geometries = [
  { type: 'Point', coordinates: [1, 2, 3] },
  { type: 'LineString', coordinates: ring },
  { type: 'Polygon', coordinates: [ring, hole] },
  { type: 'MultiPoint', coordinates: ring },
  { type: 'MultiLineString', coordinates: [ring, hole] },
  { type: 'MultiPolygon', coordinates: [[ring, hole], [ring]] },
  { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }] },
] as const;
const values = { text: 'é', whole: -7, half: 0.5, flag: true, list: [1, { a: null }] };
const features: readonly FileFeature[] = geometries.map((geometry) => ({
  type: 'Feature',
  geometry,
  properties: values,
}));

async function itemsOf(bytes: Uint8Array): Promise<readonly FileItem[]> {
  const items: FileItem[] = [];
  const file = await folder.stored('places.fgb', bytes);
  for await (const item of new FlatGeobufFormat().read(file, {})) items.push(item);
  return items;
}

/** Deflated, in base64: `ogr2ogr -f FlatGeobuf` of GDAL 3.6.2 with these geometries, which its index has in another order. */
const OF_GDAL = [
  'eNrVVj1r20AYPllKHFITTOIhtB2MphSOEEv+hIIdEqEanNjYDg0YQWXrLBsUy9gqSbf8hAydO3Up9Cd061I6d+yQKXPWQsF9TzrV',
  'H3UU4a0Hp7t777nn/byzu2ab75pt7kcEoSSi7Sl6jgS0gaYthhLwjcMOQk3oe+4KIQN6lGEE6FfAUYGOof/mPNnytluaHdehDy29',
  'Q8Z0tQXaqP6Yq2ULvh+B6w4U3jDOaxhVpaoe1Rst8bXaSObTIj4+bJ6dwNIeWUZSJbZBnH4n2Xg3dshFMlWgEKVSKdca1fLx9FRW',
  'zuVTcg5Lhfy+lMlJkpzJyriinKrNV2en5WZLvCDOiIg4pWkartXLJwooUUeEDC77nZ6ID/DhqVpRPKxBTNgB4f5BKpfOyFJByqQK',
  'hbQsw+GjRotYVn84tvuGbmFJw4fnZXDA9G21dKfvvDVIcq+iOy9EPLBHTg9X68dKvZXSQutZZLUHpk9rD4CW6GOHsUrhWWnQlFpD',
  'FXFalrKa5ufNC6SXF7pP5R8mkwkMEVpDHKuNrqWbyM1oHHIb/VtZcW+yuTFTRz3d6tL5ncez5u+tQb/s2RaBqpiyxNwagfZklsMh',
  'Vw4KUX/cnPy+yCal5evH+YaBuHjJH2+5cDh6p8LgzvkwOFTaEELh0DeGs9wII/c+0ltJY/ySxfiZi6AGfv3EoV+QLd/Y2yLvZn6b',
  'nfVbFCRu4wR2cjHOFvevvj2mz8s35SXwRsTmLI8CMuFN133ua5oRV/SgHbwwJ0+U5sfdB9aLcjpuuzUZW6LjhtkfDxH3xbwux/vx',
  'un2kXv39eXyE2UP9fr8kv2m2v+NGm5/J1H2RD45nZD6eq/v5E4Wpgzb6X+P+OZR/RpB/a28YfnNl/x7yZ2ovz97dLzNxDLa5G3Q3',
  'o/7drLFz39lvhYCC/i8s+rHCuxLa/k4QvxDWzj+or88T',
].join('');

/** A feature whose collection has the same collection twice, which has the same collection twice, and so on. */
function doubling(times: number): Uint8Array {
  const builder = new Builder();
  const collection = (parts: readonly number[]): number => {
    builder.startVector(4, parts.length, 4);
    for (const part of parts) builder.addOffset(part);
    const all = builder.endVector();
    builder.startObject(8);
    builder.addFieldInt8(6, GEOMETRY_TYPES.indexOf('GeometryCollection'), 0);
    builder.addFieldOffset(7, all, 0);
    return builder.endObject();
  };
  let geometry = collection([]);
  for (let time = 0; time < times; time++) geometry = collection([geometry, geometry]);
  builder.startObject(3);
  builder.addFieldOffset(0, geometry, 0);
  builder.finishSizePrefixed(builder.endObject());
  return builder.asUint8Array();
}

describe('FlatGeobuf', () => {
  it('of every type of geometry is read as it is written', async () => {
    const items = await itemsOf(await writtenBytes('flatgeobuf', features));
    expect(items).toEqual(features.map((feature, index) => ({ at: index + 1, feature })));
  });

  it('of GDAL is read with its index', async () => {
    const items = await itemsOf(inflateSync(Buffer.from(OF_GDAL, 'base64')));
    expect(items.map((item) => 'feature' in item && item.feature.geometry?.type)).toEqual([
      'Point',
      'MultiPolygon',
      'LineString',
      'Polygon',
      'MultiLineString',
      'GeometryCollection',
      'MultiPoint',
    ]);
    const [first, second, third] = items;
    expect(first).toEqual({
      at: 1,
      feature: {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [1, 2] },
        properties: { text: 'é', whole: -7, half: 0.5, flag: true },
      },
    });
    const hole = [
      [1, 0.5],
      [2, 1],
      [2, 0.5],
      [1, 0.5],
    ];
    const other = [
      [5, 5],
      [6, 5],
      [6, 6],
      [5, 5],
    ];
    expect(second).toMatchObject({ feature: { geometry: { coordinates: [[ring, hole], [other]] } } });
    expect(third).toMatchObject({ feature: { properties: { whole: 3, half: 1, flag: false } } });
  });

  it('with parts that share their bytes is refused before it fills the memory', async () => {
    const header = headerBytes({ title: '', type: 'Unknown', columns: [], count: 1, hasHeights: false });
    const bytes = Buffer.concat([MAGIC_BYTES, header, doubling(25)]);
    expect(bytes.length).toBeLessThan(2_000);
    await expect(itemsOf(bytes)).rejects.toMatchObject({
      code: 'format-limit-exceeded',
      what: 'positions in one feature',
    });
  });
});
