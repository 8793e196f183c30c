import { describe, expect, it } from '@jest/globals';
import { VectorTile } from '@mapbox/vector-tile';
import fc from 'fast-check';
import { PbfReader } from 'pbf';
import { encodeLimitedTile, encodeTile } from './encode-tile.js';
import { numericIdOf } from './numeric-id.js';
import { tileFaults } from './tile-faults.js';
import { type TileFeature, type TileGeometry, type TileProperties } from './tile-layer.js';

const POINT: TileGeometry = { type: 'point', paths: [[1, 2]] };

const encode = (features: readonly TileFeature[]) => encodeTile([{ name: 'places', extent: 4096, features }]);

/** What the decoder of Mapbox reads. */
function decode(bytes: Uint8Array) {
  const { places } = new VectorTile(new PbfReader(bytes)).layers;
  return Array.from({ length: places?.length ?? 0 }, (_, index) => {
    const feature = places?.feature(index);
    return {
      id: feature?.id,
      type: feature?.type,
      properties: { ...feature?.properties },
      paths: feature?.loadGeometry().map((path) => path.flatMap(({ x, y }) => [x, y])),
    };
  });
}

const propertiesOf = (properties: TileProperties) =>
  decode(encode([{ geometry: POINT, properties }]))[0]?.properties;

describe('encodeTile', () => {
  it('writes geometries that decode as they were', () => {
    const geometries: readonly TileGeometry[] = [
      POINT,
      { type: 'point', paths: [[1, 2, -64, 4160, 1, 2]] },
      {
        type: 'line',
        paths: [
          [0, 0, 5, 5, 0, 0],
          [-3, 70_000, 2 ** 30, -(2 ** 30)],
        ],
      },
    ];
    const bytes = encode(geometries.map((geometry, id) => ({ id, geometry, properties: {} })));
    expect(tileFaults(bytes)).toEqual([]);
    expect(decode(bytes)).toEqual([
      { id: 0, type: 1, properties: {}, paths: [[1, 2]] },
      {
        id: 1,
        type: 1,
        properties: {},
        paths: [
          [1, 2],
          [-64, 4160],
          [1, 2],
        ],
      },
      {
        id: 2,
        type: 2,
        properties: {},
        paths: [
          [0, 0, 5, 5, 0, 0],
          [-3, 70_000, 2 ** 30, -(2 ** 30)],
        ],
      },
    ]);
  });

  it('closes rings, which run on from one to the next', () => {
    const rings = [
      [0, 0, 9, 0, 9, 9],
      [6, 2, 7, 4, 7, 2],
      [20, 20, 29, 20, 29, 29],
    ];
    const bytes = encode([{ geometry: { type: 'polygon', paths: rings }, properties: {} }]);
    expect(tileFaults(bytes)).toEqual([]);
    expect(decode(bytes)[0]?.paths).toEqual(rings.map((ring) => [...ring, ...ring.slice(0, 2)]));
  });

  it('keeps the type of every value', () => {
    const properties = {
      text: 'Zürich 🏔 \u{20000} \u{10ffff}',
      empty: '',
      yes: true,
      no: false,
      zero: 0,
      one: 1,
      textOne: '1',
      minus: -1,
      tenth: 0.1,
      large: 2 ** 53 - 1,
      small: -(2 ** 52),
      smaller: 1 - 2 ** 53,
      huge: 1e300,
      tiny: -5e-324,
    };
    expect(propertiesOf(properties)).toEqual(properties);
  });

  it('writes arrays and objects as JSON and leaves out null', () => {
    expect(propertiesOf({ list: [1, null, 'a'], nested: { a: { b: [] } }, nothing: null })).toEqual({
      list: '[1,null,"a"]',
      nested: '{"a":{"b":[]}}',
    });
  });

  it('writes a key or a value once in a layer', () => {
    const features = Array.from({ length: 100 }, (_, id) => ({
      id,
      geometry: POINT,
      properties: { kind: 'a word of some length', twin: 'a word of some length', list: [1], text: '[1]' },
    }));
    const bytes = encode(features);
    expect(tileFaults(bytes)).toEqual([]);
    expect(decode(bytes)).toHaveLength(100);
    expect(bytes.length).toBeLessThan(100 * 22);
  });

  it('writes an id once in a layer', () => {
    const feature = { id: 2 ** 53 - 1, geometry: POINT, properties: {} };
    const bytes = encode([feature, feature]);
    expect(tileFaults(bytes)).toEqual([]);
    expect(decode(bytes).map(({ id }) => id)).toEqual([2 ** 53 - 1, undefined]);
  });

  it('replaces half of a character, which UTF-8 cannot hold', () => {
    expect(propertiesOf({ a: '\ud83c', b: 'x\udfd4y' })).toEqual({ a: '\ufffd', b: 'x\ufffdy' });
  });

  it('leaves out features and layers of nothing', () => {
    expect(encode([])).toHaveLength(0);
    expect(encode([{ geometry: { type: 'line', paths: [] }, properties: { a: 1 } }])).toHaveLength(0);
  });

  it('keeps layers apart', () => {
    const layer = (name: string, extent: number) => ({
      name,
      extent,
      features: [{ geometry: POINT, properties: { [name]: name } }],
    });
    const bytes = encodeTile([layer('roads', 4096), layer('täler', 512)]);
    expect(tileFaults(bytes)).toEqual([]);
    const { layers } = new VectorTile(new PbfReader(bytes));
    expect(Object.values(layers).map(({ name, extent, version }) => [name, extent, version])).toEqual([
      ['roads', 4096, 2],
      ['täler', 512, 2],
    ]);
    expect({ ...layers['täler']?.feature(0).properties }).toEqual({ täler: 'täler' });
  });

  it('writes any properties and lines so that they decode as they were', () => {
    const scalar = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.boolean(),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    const path = fc.array(fc.integer({ min: -(2 ** 20), max: 2 ** 20 }), { minLength: 2, maxLength: 60 });
    const feature = fc.record({
      properties: fc.dictionary(fc.string({ unit: 'grapheme' }), scalar),
      steps: path,
    });
    fc.assert(
      fc.property(fc.array(feature, { minLength: 1 }), (drawn) => {
        const features = drawn.map(({ properties, steps }, id) => ({
          id,
          properties: { ...properties },
          geometry: { type: 'line', paths: [lineOf(steps)] } as const,
        }));
        const bytes = encode(features);
        expect(tileFaults(bytes)).toEqual([]);
        const expected = features.map(({ properties, geometry }) => ({
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, value]) => [key, value === 0 ? 0 : value]),
          ),
          paths: geometry.paths.map((line) => [...line]),
        }));
        expect(decode(bytes).map(({ properties, paths }) => ({ properties, paths }))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});

/** A line that never stands still. */
function lineOf(steps: readonly number[]): readonly number[] {
  let x = 0;
  return steps.flatMap((y) => [(x += 1), y]);
}

describe('numericIdOf', () => {
  it('keeps whole numbers and tells other ids apart', () => {
    expect(['0', '42', String(2 ** 52 - 1)].map(numericIdOf)).toEqual([0, 42, 2 ** 52 - 1]);
    const texts = [
      '',
      '042',
      '-1',
      '1.5',
      '1e3',
      ' 1',
      String(2 ** 52),
      'a',
      'b',
      ...Array.from({ length: 20_000 }, (_, n) => `id-${n}`),
    ];
    const ids = new Set(texts.map(numericIdOf));
    expect(ids.size).toBe(texts.length);
    expect([...ids].every((id) => Number.isSafeInteger(id) && id >= 2 ** 52)).toBe(true);
    expect(numericIdOf('a')).toBe(numericIdOf('a'));
  });
});

describe('encodeLimitedTile', () => {
  const feature = (id: number, properties: TileProperties): TileFeature => ({
    id,
    geometry: POINT,
    properties,
  });
  const texts = Array.from({ length: 300 }, (_, id) =>
    feature(id, { n: id, text: `täxt ${id % 7}`, [`k${id}`]: true }),
  );
  const limited = (features: readonly TileFeature[], maxBytes: number) =>
    encodeLimitedTile({ name: 'places', extent: 4096, features }, maxBytes);

  it('has no more bytes than it may, as many features as fit, and nothing of the others', () => {
    const whole = encode(texts);
    expect(limited(texts, whole.length * 2)).toEqual({ bytes: whole, omitted: 0 });
    for (const maxBytes of [whole.length / 2, 2_000, 300]) {
      const { bytes, omitted } = limited(texts, maxBytes);
      expect(bytes.length).toBeLessThanOrEqual(maxBytes);
      expect(bytes.length).toBeGreaterThan(maxBytes * 0.6);
      expect(tileFaults(bytes)).toEqual([]);
      expect(encode(texts.slice(0, 300 - omitted))).toEqual(bytes);
    }
  });

  it('goes on behind a feature that is too large', () => {
    const { bytes, omitted } = limited(
      [feature(1, { text: 'x'.repeat(9_000) }), feature(2, { b: 1 })],
      5_000,
    );
    expect([omitted, decode(bytes).map(({ id, properties }) => [id, properties])]).toEqual([
      1,
      [[2, { b: 1 }]],
    ]);
    expect(limited([feature(1, {})], 3)).toEqual({ bytes: new Uint8Array(), omitted: 1 });
  });
});
