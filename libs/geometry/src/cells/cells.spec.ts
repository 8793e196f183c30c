import { describe, expect, it } from '@jest/globals';
import { boundingBoxesOf } from '../boxes/bounding-boxes-of.js';
import { tileBbox } from '../tiles/tile-bbox.js';
import { openGrid } from './open-grid.js';
import { middleOf, withinTurn } from './cell-grid.js';
import { tileAt, tileOfQuadkey } from './quad-grid.js';

describe('the middle of a geometry', () => {
  it.each([
    [{ type: 'Point', coordinates: [11.1, 47.3] }, [11.1, 47.3]],
    [{ type: 'Point', coordinates: [180, 1] }, [-180, 1]],
    [{ type: 'Point', coordinates: [200, 1] }, [-160, 1]],
    [
      {
        type: 'LineString',
        coordinates: [
          [178, 10],
          [-176, 20],
        ],
      },
      [-179, 15],
    ],
    [
      {
        type: 'LineString',
        coordinates: [
          [-10, 0],
          [20, 8],
        ],
      },
      [5, 4],
    ],
    [{ type: 'MultiPoint', coordinates: [] }, undefined],
  ] as const)('of %j', (geometry, middle) => {
    expect(middleOf(boundingBoxesOf(geometry))).toEqual(middle);
  });

  it('has a longitude of one turn', () => {
    expect([-180, 179, 180, 540, -181, -180 - 1e-14].map(withinTurn)).toEqual([
      -180, 179, -180, -180, 179, -180,
    ]);
  });
});

describe('cells', () => {
  it('of tiles hold their places, with their western and northern edges', () => {
    const tile = { scheme: 'web-mercator', zoom: 5, x: 17, y: 10 } as const;
    const [west, south, east, north] = tileBbox(tile);
    expect(tileAt([west, (south + north) / 2], 5)).toEqual(tile);
    expect(tileAt([east, (south + north) / 2], 5)).toEqual({ ...tile, x: 18 });
    expect([tileAt([-180, 90], 3), tileAt([179.999, -90], 3)]).toMatchObject([
      { x: 0, y: 0 },
      { x: 7, y: 7 },
    ]);
    expect(tileOfQuadkey('12020')).toEqual(tileAt([11.2, 50], 5));
  });

  it('of tiles have an outline, with a gap where it is asked for', async () => {
    const touching = await openGrid({ kind: 'quadbin', zoom: 2 });
    expect(touching.outlineOf('03')).toMatchObject({
      coordinates: [
        [
          [-90, 0],
          [0, 0],
          [0, expect.closeTo(66.51, 2)],
          [-90, expect.closeTo(66.51, 2)],
          [-90, 0],
        ],
      ],
    });
    const apart = await openGrid({ kind: 'quadbin', zoom: 2, gap: 0.1 });
    expect(boundingBoxesOf(apart.outlineOf('03'))[0]?.[0]).toBeCloseTo(-81);
    const whole = await openGrid({ kind: 'quadbin', zoom: 0 });
    expect(boundingBoxesOf(whole.outlineOf('')).map(([west]) => west)).toEqual([-180]);
  });

  it('of H3 are those of its library, cut at the antimeridian', async () => {
    const grid = await openGrid({ kind: 'hexbin', resolution: 2 });
    expect(grid.cellAt([10.5, 64.7])).toBe('820807fffffffff');
    expect(grid.isPentagon('820807fffffffff')).toBe(true);
    expect(grid.centreOf('827eb7fffffffff')).toEqual([expect.closeTo(-179.5, 0), expect.closeTo(0.5, 0)]);
    expect(grid.outlineOf('827eb7fffffffff').type).toBe('MultiPolygon');
    expect(grid.outlineOf(grid.cellAt([11, 47]))).toMatchObject({ type: 'Polygon' });
  });
});
