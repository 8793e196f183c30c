import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NAMESPACE } from '@cairn/spaces';
import { fileIn, itemsOf, type Stored, tableOf, textOf } from './own-csv.spec.kit.js';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-own-csv-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

/** Numbers from 0 to 1, always the same ones (Mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PARTS = [
  ...'=+-@\'"\t\r\n,; ;|{}[]:.0189eEnNtrufalse',
  'ä',
  '€',
  '\u{1f3d4}',
  '\u00a0',
  'true',
  'null',
  '+41 44 ',
  '[1]',
  '{"a":1}',
  "''=",
  '2026-11-29',
  '1,5',
  'POINT (1 2)',
];

describe('an export of any values', () => {
  const NAMES = [
    'a',
    'id',
    'properties.id',
    'WKT',
    'other',
    '=x',
    ' y ',
    '',
    '1',
    '__proto__',
    '"q"',
    'tags',
  ];

  it.each([1, 2, 3, 4])('is read as it was (seed %d)', async (seed) => {
    const next = numbersFrom(seed);
    const below = (count: number): number => Math.floor(next() * count);
    const text = (): string => Array.from({ length: below(5) }, () => PARTS[below(PARTS.length)]).join('');
    const number = (): number =>
      below(2) === 0 ? below(1_000) - 500 : (next() - 0.5) * 10 ** (below(40) - 20);
    const value = (depth = 0): unknown => {
      const kind = below(depth > 2 ? 5 : 9);
      if (kind === 0) return null;
      if (kind === 1) return below(2) === 0;
      if (kind === 2) return number();
      if (kind === 5) return Array.from({ length: below(3) }, () => value(depth + 1));
      if (kind === 6)
        return Object.fromEntries(Array.from({ length: below(3) }, () => [text(), value(depth + 1)]));
      return text();
    };
    const position = (): readonly number[] => [
      next() * 360 - 180,
      next() * 180 - 90,
      ...(seed % 2 === 0 ? [number()] : []),
    ];
    const geometry = (): unknown =>
      [
        null,
        { type: 'Point', coordinates: position() },
        { type: 'LineString', coordinates: [position(), position()] },
        { type: 'MultiPolygon', coordinates: [[[position(), position(), position()]], [[position()]]] },
        { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: position() }] },
      ][below(5)];
    const features = Array.from({ length: 250 }, (_, index): Stored => {
      const names = [...NAMES, 'without a column'].filter(() => below(2) === 0);
      return {
        id: below(3) === 0 ? String(index) : `${index}${text()}`,
        geometry: geometry(),
        properties: Object.fromEntries(names.map((name) => [name, value()])),
        ...(below(3) === 0 && { tags: ['t', `@${text()},`] }),
      };
    });
    const written = tableOf(features.map(textOf), { names: NAMES, formulas: seed > 2 ? 'kept' : 'escaped' });
    const items = await itemsOf(await fileIn(folder, written));
    expect(items.map((item) => ('feature' in item ? item.feature : item))).toEqual(
      features.map(({ id, geometry: place, properties, tags }) => ({
        type: 'Feature',
        id,
        geometry: place,
        properties: { ...properties, ...(tags && { [NAMESPACE]: { tags } }) },
      })),
    );
  });
});
