import { type Box } from '../../plane/box.js';
import { type Tile } from '../tile.js';

/** The grid of whole numbers on which the shapes of a tile lie: x to the east, y to the south, 0 at the north-west corner. */
export interface TileGrid {
  readonly tile: Tile;
  /** Units along a side of the tile; a power of two, 4096 for most maps. */
  readonly extent: number;
  /** Units beyond each side in which shapes are still part of the tile. */
  readonly buffer: number;
}

/** Web Mercator ends at 85.0511°. Latitudes nearer to a pole are in no tile, and must not become infinite. */
const MAX_LATITUDE = 89.5;

/** Converts positions to the grid. Two tiles of a zoom round every position alike. */
export class GridProjection {
  private readonly units: number;
  private readonly left: number;
  private readonly top: number;
  private readonly isMercator: boolean;

  constructor({ tile, extent }: TileGrid) {
    const tiles = 2 ** tile.zoom;
    this.units = tiles * extent;
    this.isMercator = tile.scheme === 'web-mercator';
    this.left = tile.x * extent;
    this.top = (this.isMercator ? tile.y : tiles - 1 - tile.y) * extent;
  }

  x(longitude: number): number {
    return this.exactX(longitude, Math.round);
  }

  y(latitude: number): number {
    return this.exactY(latitude, Math.round);
  }

  /** Like `x`, but not rounded to a whole unit. */
  exactX(longitude: number, round = (value: number) => value): number {
    return round((longitude / 360 + 0.5) * this.units) - this.left;
  }

  exactY(latitude: number, round = (value: number) => value): number {
    return round(this.part(latitude) * this.units) - this.top;
  }

  /** How much of the map's height is north of a latitude. */
  private part(latitude: number): number {
    if (!this.isMercator) return 0.75 - latitude / 360;
    const sine = Math.sin((Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude)) * Math.PI) / 180);
    return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  }
}

/** The box, in degrees, that holds what may be in the tile or its buffer, and a unit more, in which rounding may move it. */
export function boxOfGrid({ tile: { scheme, zoom, x, y }, extent, buffer }: TileGrid): Box {
  const tiles = 2 ** zoom;
  const margin = (buffer + 1) / extent;
  const west = ((x - margin) / tiles) * 360 - 180;
  const east = ((x + 1 + margin) / tiles) * 360 - 180;
  if (scheme === 'here')
    return {
      west,
      east,
      south: ((y - margin) / tiles) * 360 - 90,
      north: ((y + 1 + margin) / tiles) * 360 - 90,
    };
  return { west, east, south: latitudeAt((y + 1 + margin) / tiles), north: latitudeAt((y - margin) / tiles) };
}

const latitudeAt = (part: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * part))) * 180) / Math.PI;
