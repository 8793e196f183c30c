import type { Geometry, Position } from '@cairn/geometry';
import { describe, expect, it } from '@jest/globals';
import { TilePainter } from '../../tiles/tile-painter.js';
import { copiesOf } from './feature-copies.js';

const positions = (count: number, at: (part: number, index: number) => Position): readonly Position[] =>
  Array.from({ length: count }, (_, index) => at(index / count, index));
const line = (path: readonly Position[]): Geometry => ({ type: 'LineString', coordinates: path });
const polygon = (ring: readonly Position[]): Geometry => ({
  type: 'Polygon',
  coordinates: [[...ring, ring[0] ?? [0, 0]]],
});

let state = 1;
const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
const turned = (longitude: number): number => (longitude > 180 ? longitude - 360 : longitude);
const around = (part: number): Position => [
  turned(175 + 10 * Math.cos(2 * Math.PI * part)),
  10 * Math.sin(2 * Math.PI * part),
];

/** Legal shapes that once made copies for minutes, and of gigabytes. */
const shapes: readonly (readonly [string, Geometry])[] = [
  ['a polar cap', polygon(positions(7_203, (part) => [-180 + 360 * part, -80]))],
  ['a round polygon over the antimeridian', polygon(positions(20_000, around))],
  ['a comb', polygon(positions(45_002, (part, index) => [-20 + 40 * part, index % 2 === 0 ? -30 : 30]))],
  [
    'a star',
    polygon(positions(40_000, (_, index) => [60 * Math.cos(2.4 * index), 60 * Math.sin(2.4 * index)])),
  ],
  ['a line of random positions', line(positions(50_000, () => [random() * 360 - 180, random() * 170 - 85]))],
  ['a zigzag', line(positions(99_000, (part, index) => [index % 2 === 0 ? -170 : 170, 160 * part - 80]))],
];

// Before their work had limits, these did not end. In the full run: the star takes long in the sandbox of Jest, a tenth of it without.
describe.each(shapes)('%s', (_, geometry) => {
  const text = JSON.stringify({ type: 'Feature', id: 'a', geometry, properties: {} });

  it('has copies, which are no longer than eighteen times the feature', () => {
    const copies = copiesOf(`${text.slice(0, -2)}"@ns:com:here:xyz":{`);
    expect(copies.length).toBeGreaterThan(4);
    expect(copies.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(18 * text.length);
  });

  it.each([
    ['cut', 0, 64],
    ['cut', 8, 64],
    ['whole', 5, 31 * 4_096],
    ['whole', 14, 255 * 4_096],
  ])('is drawn %s at zoom %d', (_way, zoom, reach) => {
    const tile = { scheme: 'web-mercator', zoom, x: (2 ** zoom) >> 1, y: (2 ** zoom) >> 1 } as const;
    const limits = { maxFeatures: 10, maxSizeInBytes: 10_000_000, reader: '' };
    const painter = new TilePainter({ tile, layer: 'a', reach, attributes: 'nested', ...limits });
    painter.add(text);
    const { bytes } = painter.finish();
    if (zoom === 0) expect(bytes.length).toBeGreaterThan(0);
  });
});
