import type { BoundingBox } from '../geojson/bounding-box.js';
import type { Polygon } from '../geojson/geojson.js';
import { tileBbox } from '../tiles/tile-bbox.js';
import { quadkeyOf, type Tile } from '../tiles/tile.js';
import type { CellGrid, Place } from './cell-grid.js';

/**
 * The tiles of Web Mercator of one zoom. What lies north or south of the map belongs to the tile at its edge. Outlines
 * leave a gap on each side, as a part of the width of a tile.
 */
export function quadGrid(zoom: number, gap = 0): CellGrid {
  return {
    cellAt: (place) => quadkeyOf(tileAt(place, zoom)),
    outlineOf: (cell) => boxOutline(tileBbox(tileOfQuadkey(cell), -gap)),
    centreOf: (cell) => {
      const [west, south, east, north] = tileBbox(tileOfQuadkey(cell));
      return [(west + east) / 2, (south + north) / 2];
    },
    isPentagon: () => false,
    areaOf: (cell) => boxOutline(upToPoles(tileOfQuadkey(cell))),
    *cellsIn(box) {
      const { left, right, top, bottom } = rangeOf(box, zoom);
      for (let y = top; y <= bottom; y += 1)
        for (let x = left; x <= right; x += 1) yield quadkeyOf({ scheme: 'web-mercator', zoom, x, y });
    },
    cellCountIn: (box) => {
      const { left, right, top, bottom } = rangeOf(box, zoom);
      return (right - left + 1) * (bottom - top + 1);
    },
    largestArea: ((2 * Math.PI) / 2 ** zoom) ** 2,
    evenUpTo: 85,
  };
}

function upToPoles(tile: Tile): BoundingBox {
  const [west, south, east, north] = tileBbox(tile);
  return [west, tile.y === 2 ** tile.zoom - 1 ? -90 : south, east, tile.y === 0 ? 90 : north];
}

/** The columns and rows of the tiles that a box is in, the last ones included. */
function rangeOf([west, south, east, north]: BoundingBox, zoom: number) {
  const [first, last] = [tileAt([west, north], zoom), tileAt([east, south], zoom)];
  return { left: first.x, right: last.x, top: first.y, bottom: last.y };
}

/** Counterclockwise; an edge of half a turn or more has a vertex in its middle, which makes its direction clear. */
function boxOutline([west, south, east, north]: BoundingBox): Polygon {
  const middle = east - west < 180 ? [] : [(west + east) / 2];
  const longitudes = [west, ...middle, east];
  const ring = [
    ...longitudes.map((longitude) => [longitude, south] as const),
    ...longitudes.toReversed().map((longitude) => [longitude, north] as const),
    [west, south] as const,
  ];
  return { type: 'Polygon', coordinates: [ring] };
}

/** The tile of Web Mercator that a place lies in; its western and northern edge belong to it. */
export function tileAt([longitude, latitude]: Place, zoom: number): Tile {
  const size = 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  const down = 0.5 - Math.atanh(sine) / (2 * Math.PI);
  const inMap = (part: number): number => Math.min(size - 1, Math.max(0, Math.floor(part * size)));
  return { scheme: 'web-mercator', zoom, x: inMap((longitude + 180) / 360), y: inMap(down) };
}

/** The tile of Web Mercator with this quadkey. */
export function tileOfQuadkey(quadkey: string): Tile {
  let [x, y] = [0, 0];
  for (const digit of quadkey) {
    x = x * 2 + (Number(digit) % 2);
    y = y * 2 + (digit >= '2' ? 1 : 0);
  }
  return { scheme: 'web-mercator', zoom: quadkey.length, x, y };
}
