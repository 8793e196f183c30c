import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { PMTiles } from 'pmtiles';
import {
  GROUND_ATTRIBUTION,
  GROUND_FONTS,
  GROUND_GLYPH_RANGES,
  GROUND_ICONS,
  GROUND_LAYERS,
  GROUND_ZOOMS,
} from './index.js';

const assets = new URL('../assets/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, assets));
const archive = read('ground.pmtiles');
const tiles = new PMTiles({
  getKey: () => 'ground',
  getBytes: (offset, length) =>
    Promise.resolve({ data: Uint8Array.from(archive.subarray(offset, offset + length)).buffer }),
});

/** The features of a tile's layer, as GeoJSON. */
async function features(layer: string, { z, x, y }: { z: number; x: number; y: number }) {
  const answer = await tiles.getZxy(z, x, y);
  if (answer === undefined) return [];
  const found = new VectorTile(new PbfReader(new Uint8Array(answer.data))).layers[layer];
  return Array.from({ length: found?.length ?? 0 }, (_, index) => found?.feature(index).toGeoJSON(x, y, z));
}

/** The address of the tile that has a place. */
function tileAt([longitude, latitude]: readonly [number, number], z: number) {
  const sine = Math.sin((latitude / 180) * Math.PI);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { z, x: Math.floor((longitude / 360 + 0.5) * 2 ** z), y: Math.floor(y * 2 ** z) };
}

const nameOf = (properties: Record<string, unknown>) => String(properties['name']);

async function everywhere(layer: string, z: number) {
  const side = Array.from({ length: 2 ** z }, (_, index) => index);
  const all = side.flatMap((x) => side.map((y) => features(layer, { z, x, y })));
  return (await Promise.all(all)).flat().map((feature) => feature?.properties ?? {});
}

describe('the tiles', () => {
  it('have the zooms, layers and fields that are told of them', async () => {
    const { minZoom, maxZoom } = await tiles.getHeader();
    expect({ min: minZoom, max: maxZoom }).toEqual(GROUND_ZOOMS);
    const { vector_layers: layers } = (await tiles.getMetadata()) as {
      vector_layers: readonly { id: string; fields: Record<string, string> }[];
    };
    const found = layers.map(({ id, fields }) => [
      id,
      Object.entries(fields).map(([name, type]) => `${name} ${type.toLowerCase()}`),
    ]);
    const told = GROUND_LAYERS.map(({ name, fields }) => [
      name,
      fields.map(({ name: field, type }) => `${field} ${type}`).toSorted(),
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(told));
  });

  it('have names in UTF-8 without what fills up the fields of their source', async () => {
    const countries = await everywhere('countries', 5);
    const names = new Map(countries.map(({ iso, name }) => [iso, name]));
    expect(names.get('CI')).toBe('Ivory Coast');
    expect(names.get('ST')).toBe('São Tomé and Príncipe');
    expect([...names.values()].filter((name) => /[\0\ufffd]/.test(String(name)))).toEqual([]);
  });

  it('have capitals of countries alone as capitals, and no quarters of cities', async () => {
    const places = await everywhere('places', 5);
    const capitals = new Set(places.filter(({ capital }) => capital === 1).map(nameOf));
    expect(capitals).toContain('Bern');
    expect(capitals).not.toContain('Zürich');
    expect([...capitals].filter((name) => /Castle|Palace/.test(name))).toEqual([]);
    const names = (await features('places', tileAt([2.35, 48.86], 7))).map((place) =>
      nameOf(place?.properties ?? {}),
    );
    expect(names).toContain('Paris');
    expect(names).not.toContain('Paris 15 Vaugirard');
  });

  it('have the same borders at every zoom', async () => {
    const isNear = ([longitude = 0, latitude = 0]: readonly number[]) =>
      longitude > 32 && longitude < 36.8 && latitude > 44 && latitude < 46.6;
    for (let z = 0; z <= GROUND_ZOOMS.max; z += 1) {
      const lines = await features('borders', tileAt([34.1, 45.2], z)); // Crimea: a border to it in one of the sources
      const points = lines
        .filter((line) => line?.properties?.['level'] === 0)
        .flatMap((line) => (line?.geometry.type === 'LineString' ? [line.geometry.coordinates] : []))
        .flat();
      expect(points.filter(isNear)).toEqual([]);
    }
  });
});

it('The sheets have the icons that are told of them, at both sizes', () => {
  for (const [name, ratio] of [
    ['sprite', 1],
    ['sprite@2x', 2],
  ] as const) {
    const index = JSON.parse(read(`${name}.json`).toString()) as Record<string, { pixelRatio: number }>;
    expect(Object.keys(index)).toEqual([...GROUND_ICONS]);
    expect(Object.values(index).every(({ pixelRatio }) => pixelRatio === ratio)).toBe(true);
    expect(read(`${name}.png`).subarray(1, 4).toString()).toBe('PNG');
  }
});

it('The fonts have the glyphs and files that are told of them, and no others', () => {
  const glyphs = GROUND_GLYPH_RANGES.map((range) => `${range}.pbf`).toSorted();
  for (const { name } of GROUND_FONTS)
    expect(readdirSync(new URL(`fonts/${name}/`, assets)).toSorted()).toEqual(glyphs);
  const files = GROUND_FONTS.flatMap(({ name, faces }) => [name, ...faces.map(({ file }) => file)]);
  expect(readdirSync(new URL('fonts/', assets)).toSorted()).toEqual([...files, 'OFL.txt'].toSorted());
});

it('GeoNames is named where the tiles are shown and where they are shared', () => {
  expect(GROUND_ATTRIBUTION).toContain('GeoNames');
  expect(readFileSync(new URL('../NOTICE', assets), 'utf8').match(/GeoNames/g)?.length).toBeGreaterThan(1);
});
