import { describe, expect, it } from '@jest/globals';
import { shapeFaults } from './check-shapes.js';
import type { Path, SourceFeature } from './source-features.js';
import { onGrid } from './tile-place.js';
import { LOW_TILES, lowOf, sampleTiles } from './tile-sample.js';

const tile = { zoom: 2, x: 2, y: 1 };
const land: SourceFeature = { id: 'f0', kind: 'polygon', paths: [ring(30, 30, 20), ring(70, 30, 10)] };
const right = land.paths.map(drawnOn);

describe('the check of shapes', () => {
  it('finds no fault in a tile that shows large rings as they are', () => {
    expect(faultsOf(right)).toEqual([]);
  });

  it.each([
    ['lacks a ring', right.slice(1)],
    ['lacks half of a ring', right.map((path) => path.slice(0, path.length / 2))],
    ['has a ring where none is', [...right, drawnOn(ring(75, 60, 4))]],
    ['has its shapes moved', right.map((path) => path.map(([x, y]) => [x + 60, y] as const))],
    ['has its shapes moved by two units', right.map((path) => path.map(([x, y]) => [x + 2, y] as const))],
    ['has nothing', []],
  ])('finds that a tile %s', (_, drawn) => {
    expect(faultsOf(drawn)).toEqual([expect.stringMatching(/^f0 is (not )?drawn around/)]);
  });
});

describe('the sample of tiles', () => {
  const low = (limit: number): number => lowOf(sampleTiles([land], { perZoom: 2, low: limit, seed: 0 }));

  it('has all tiles of the lowest zooms of small data', () => {
    expect(low(LOW_TILES)).toBe(341);
  });

  it('has no more of them than are wanted, of each zoom some, with neighbours', () => {
    const tiles = sampleTiles([land], { perZoom: 2, low: 30, seed: 0 });
    expect(lowOf(tiles)).toBeLessThanOrEqual(30);
    expect(new Set(tiles.map(({ zoom }) => zoom)).size).toBe(15);
    for (const { zoom } of tiles.slice(1)) {
      const columns = tiles.filter((one) => one.zoom === zoom).map(({ x }) => x);
      if (zoom > 0) expect(columns.some((x) => columns.includes(x + 1))).toBe(true);
    }
  });
});

function faultsOf(paths: ReturnType<typeof drawnOn>[]): readonly string[] {
  const decoded = paths.length === 0 ? [] : [{ id: 'f0', kind: 'polygon' as const, paths }];
  return shapeFaults(decoded, { features: [land], tile });
}

/** Of many vertices, in degrees. */
function ring(longitude: number, latitude: number, radius: number): Path {
  return Array.from({ length: 20_000 }, (_, index) => {
    const angle = (index / 10_000) * Math.PI;
    return [longitude + radius * Math.cos(angle), latitude + radius * Math.sin(angle)] as const;
  });
}

function drawnOn(path: Path): readonly (readonly [number, number])[] {
  return path.map((position) => {
    const [x, y] = onGrid(position, tile);
    return [Math.round(x), Math.round(y)] as const;
  });
}
