import { type BoundingBox } from '../geojson/bounding-box.js';
import { turnsInto } from '../plane/longitudes.js';
import { type Tile } from './tile.js';

/**
 * The box of a tile in degrees, with a margin on each side as a part of the tile's width; west > east where the margin
 * reaches across the antimeridian. Web Mercator ends at 85.0511° north and south, and so does its margin.
 */
export function tileBbox(tile: Tile, margin = 0): BoundingBox {
  const columns = 2 ** tile.zoom;
  const width = 360 / columns;
  const [south, north] = latitudesOf(tile, margin);
  if (1 + 2 * margin >= columns) return [-180, south, 180, north];
  const [west, east] = [(tile.x - margin) * width - 180, (tile.x + 1 + margin) * width - 180];
  return [west < -180 ? west + turnsInto(west, -180) : west, south, east > 180 ? east - 360 : east, north];
}

function latitudesOf({ scheme, zoom, y }: Tile, margin: number): readonly [number, number] {
  const rows = 2 ** zoom;
  if (scheme === 'here') {
    if (zoom === 0) return [-90, 90];
    const [south, north] = [y - margin, y + 1 + margin].map((row) => (row / rows) * 360 - 90);
    return [Math.max(-90, south ?? -90), Math.min(90, north ?? 90)];
  }
  const [north, south] = [Math.max(0, y - margin), Math.min(rows, y + 1 + margin)];
  return [mercatorLatitude(south / rows), mercatorLatitude(north / rows)];
}

/** The latitude at a fraction of the map's height, from the northern edge of Web Mercator. */
const mercatorLatitude = (part: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * part))) * 180) / Math.PI;
