import { type Geometry, type Position, positionCountOf } from '@cairn/geometry';
import { describe, expect, it } from '@jest/globals';
import { piecesOf } from './feature-pieces.js';

const positions = (count: number, at: (part: number, index: number) => Position): readonly Position[] =>
  Array.from({ length: count }, (_, index) => at(index / count, index));
const line = (path: readonly Position[]): Geometry => ({ type: 'LineString', coordinates: path });
const polygon = (ring: readonly Position[]): Geometry => ({
  type: 'Polygon',
  coordinates: [[...ring, ring[0] ?? [0, 0]]],
});
const turned = (longitude: number): number => (longitude > 180 ? longitude - 360 : longitude);

/** Valid shapes whose pieces are as large as the shape, or that lie in all cells. */
const shapes: Readonly<Record<string, Geometry>> = {
  'a ring around a pole': polygon(positions(7_203, (part) => [-180 + 360 * part, -80])),
  'a circle over the antimeridian': polygon(
    positions(20_000, (part) => {
      const angle = 2 * Math.PI * part;
      return [turned(175 + 10 * Math.cos(angle)), 10 * Math.sin(angle)];
    }),
  ),
  'a comb': polygon(positions(45_000, (part, index) => [-20 + 40 * part, index % 2 === 0 ? 30 : -30])),
  'a star': polygon(
    positions(99_000, (_, index) => [60 * Math.cos(2.4 * index), 60 * Math.sin(2.4 * index)]),
  ),
  'a zigzag': line(positions(99_000, (part, index) => [index % 2 === 0 ? -170 : 170, 160 * part - 80])),
};

/** As many positions as pieces together may have for each of their geometry. */
const MOST = 8;

/** The positions of the pieces together, for each of the geometry; no more are made than may be. */
function keptOf(geometry: Geometry): number {
  const all = positionCountOf(geometry);
  let kept = 0;
  for (const piece of piecesOf(geometry)) {
    kept += positionCountOf(piece.geometry);
    if (kept > MOST * all) break;
  }
  return kept / all;
}

describe('the pieces of a geometry', () => {
  it.each(Object.entries(shapes))('are bounded for %s', (_, geometry) => {
    expect(keptOf(geometry)).toBeLessThanOrEqual(MOST);
  });

  it('are small for a coast, however far in it lies', () => {
    const coast = polygon(
      positions(60_000, (part) => [
        10 + 0.2 * Math.cos(2 * Math.PI * part) + 1e-4 * Math.sin(1e4 * part),
        50 + 0.2 * Math.sin(2 * Math.PI * part),
      ]),
    );
    const sizes = Array.from(piecesOf(coast), ({ geometry }) => positionCountOf(geometry));
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(30_000);
  });
});
