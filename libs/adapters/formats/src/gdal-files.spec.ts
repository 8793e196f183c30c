import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FileFeature } from '@cairn/spaces';
import { findFormat } from './find-format.js';
import { openFormat } from './formats.js';
// The same features in each format that GDAL writes, by ogr2ogr; the names tell how, and in which system.
import files from './gdal-files.spec.json' with { type: 'json' };

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-gdal-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

async function featuresIn(name: string, packed: string): Promise<readonly FileFeature[]> {
  const bytes = gunzipSync(Buffer.from(packed, 'base64'));
  const file = { path: join(folder, name), name, sizeInBytes: bytes.length };
  await writeFile(file.path, bytes);
  const features: FileFeature[] = [];
  for await (const item of (await openFormat(await findFormat(file))).read(file, {})) {
    if (!('feature' in item)) throw new Error(`${item.at}: ${item.reason}`);
    features.push(item.feature);
  }
  return features;
}

/** Coordinates to a millionth of a degree, which is a decimetre. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    typeof each === 'number' ? Math.round(each * 1e6) / 1e6 + 0 : each,
  );

const POSITIONS = [[8.54, 47.37], [7.45, 46.95], [9, 47]]; // prettier-ignore

/** FlatGeobuf has an order of its own. */
const inOrder = (features: readonly FileFeature[]): readonly FileFeature[] =>
  ['Z', 'L', ''].flatMap((letter) =>
    features.filter(
      ({ properties }) => /^[ZLŁ?]?/.exec(String(properties['name']))?.[0].replace(/[Ł?]/, 'L') === letter,
    ),
  );

/** Without heights. */
const without = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) =>
    Array.isArray(each) && typeof each[0] === 'number' ? each.slice(0, 2) : each,
  );

describe('three cities', () => {
  it.each(Object.entries(files.cities))('are in %s', async (name, packed) => {
    const features = inOrder(await featuresIn(name, packed));
    expect(rounded(features.map(({ geometry }) => without(geometry)))).toEqual(
      POSITIONS.map((coordinates) => ({ type: 'Point', coordinates })),
    );
    const [zurich, lodz, tags] = features.map(({ properties }) => properties);
    expect([zurich, lodz].map((each) => [Number(each?.['n']), Number(each?.['f'])])).toEqual([[1, 1.5], [-3, -0.25]]); // prettier-ignore
    // Some encodings have no €, and some no Polish letters: that was lost before.
    expect(String(zurich?.['name'])).toMatch(/^Zürich (?:€|\?|EUR)?/);
    expect(String(zurich?.['day']).replaceAll('/', '-')).toMatch(/^2024-02-29/);
    expect(String(zurich?.['zip'])).toMatch(name.endsWith('.xlsx') ? /^1067$/ : /^01067$/);
    expect(zurich?.['note']).toBe('a; b, "c"');
    expect(lodz?.['note']).toBe('line\nbreak');
    expect(tags?.['name']).toBe('<b>&amp;</b>');
    expect(tags?.['day'] ?? null).toBeNull();
  });

  it.each([
    'csv-comma-1252.csv',
    'csv-utf16.csv',
    'xy.xlsx',
    'base.kmz',
    'base-utf8-nocpg.zip',
    'base-2056.gpkg',
  ] as const)('have every character of the first name in %s', async (name) => {
    const [first] = await featuresIn(name, files.cities[name]);
    expect(first?.properties['name']).toBe('Zürich €');
  });
});

const hole = [[8.4, 47.4, 0], [8.4, 47.6, 0], [8.6, 47.6, 0], [8.6, 47.4, 0], [8.4, 47.4, 0]]; // prettier-ignore
const shapes: Readonly<Record<string, unknown>> = {
  p: { type: 'Point', coordinates: [8.5, 47.3, 410.5] },
  l: { type: 'LineString', coordinates: [[8.5, 47.3, 1], [8.6, 47.4, 2]] }, // prettier-ignore
  poly: { type: 'Polygon', coordinates: [[[8, 47, 0], [9, 47, 0], [9, 48, 0], [8, 48, 0], [8, 47, 0]], hole] }, // prettier-ignore
  mp: { type: 'MultiPoint', coordinates: [[8, 47, 1], [9, 48, 2]] }, // prettier-ignore
  ml: { type: 'MultiLineString', coordinates: [[[8, 47, 1], [9, 48, 2]], [[7, 46, 1], [7.5, 46.5, 2]]] }, // prettier-ignore
  mpoly: { type: 'MultiPolygon', coordinates: [[[[8, 47, 0], [9, 47, 0], [9, 48, 0], [8, 47, 0]]], [[[5, 45, 0], [6, 45, 0], [6, 46, 0], [5, 45, 0]]]] }, // prettier-ignore
  gc: { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [8, 47, 1] }, { type: 'LineString', coordinates: [[8, 47, 1], [9, 48, 2]] }] }, // prettier-ignore
  none: null,
};

/** Positions of rings in one order, because formats have different rules for their direction and their first position. */
function unordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, unordered(each)]));
  const items: readonly unknown[] = value;
  const isRing = items.length > 3 && JSON.stringify(items[0]) === JSON.stringify(items.at(-1));
  return isRing
    ? items
        .slice(1)
        .map((each) => JSON.stringify(each))
        .toSorted()
    : items.map(unordered);
}

describe('geometries', () => {
  it.each(Object.entries(files.shapes))('with heights, holes and parts are in %s', async (name, packed) => {
    const features = await featuresIn(name, packed);
    expect(features.length).toBeGreaterThan(0);
    for (const { geometry, properties } of features) {
      const shape = shapes[String(properties['name'])];
      expect(shape).toBeDefined();
      const is2d = name.includes('-2d') || name === 'mixed.fgb'; // of which GDAL writes no heights
      expect(unordered(rounded(geometry))).toEqual(unordered(rounded(is2d ? without(shape) : shape)));
    }
  });
});
