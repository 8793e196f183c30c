import { describe, expect, it } from '@jest/globals';
import { boundingBoxesOf, boxesContain, openGrid, splitBbox, tileAt, tileBbox } from '@cairn/geometry';
import { windowOfCells } from './cell-window.js';

/** Places all over the world, most of them where hexagons are distorted: at the poles and the antimeridian. */
const places = Array.from({ length: 120 }, (_, index) => {
  const [along, down] = [(index * 0.7548776662) % 1, (index * 0.5698402909) % 1];
  const longitude = index % 3 === 0 ? 179.9 - along * 0.2 : along * 360 - 180;
  return [longitude, index % 4 === 0 ? 84.9 - down : down * 170 - 85] as const;
});

describe('windowOfCells', () => {
  it('holds all of every hexagon that reaches into the tile or its margin', async () => {
    for (const resolution of [0, 1, 2, 3, 4, 6, 9, 13]) {
      const grid = await openGrid({ kind: 'hexbin', resolution });
      for (const place of places) {
        const outline = boundingBoxesOf(grid.outlineOf(grid.cellAt(place)));
        const tile = tileAt(place, Math.round(resolution * 1.5));
        const window = windowOfCells({ tile, margin: 1 / 64 }, { kind: 'hexbin', resolution });
        expect({ place, held: boxesContain(splitBbox(window), outline) }).toEqual({ place, held: true });
      }
    }
  });

  it('is the tile where tiles are counted, or the cell that the tile is in', () => {
    const tile = { scheme: 'web-mercator', zoom: 4, x: 8, y: 5 } as const;
    const window = (zoom: number) => windowOfCells({ tile, margin: 0.1 }, { kind: 'quadbin', zoom });
    for (const zoom of [4, 5, 8, 22]) expect(window(zoom)).toEqual(tileBbox(tile).map(close));
    expect(window(2)).toEqual(tileBbox({ ...tile, zoom: 2, x: 2, y: 1 }).map(close));
    expect(window(0)).toEqual([-180, -90, 180, 90]);
  });

  it('is made of whole tiles where counts of tiles are kept', () => {
    const tile = { scheme: 'web-mercator', zoom: 3, x: 0, y: 3 } as const;
    const [west, south, east, north] = windowOfCells(
      { tile, margin: 1 / 64 },
      { kind: 'hexbin', resolution: 2 },
    );
    expect([west, east].map((longitude) => longitude / 11.25)).toEqual([15, -11]);
    expect([tileAt([0, north - 1e-6], 5), tileAt([0, south + 1e-6], 5)]).toMatchObject([
      { y: 11 },
      { y: 16 },
    ]);
  });
});

const close = (degrees: number): unknown => expect.closeTo(degrees, 9);
