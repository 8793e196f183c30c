import { type JsonValue } from '../../geojson/geojson.js';

/**
 * What of a geometry is in a tile, in whole units of its grid, y down. Each path holds x and y in turns. Points: one path
 * with all positions. Lines: at least two positions, none like the one before. Polygons: rings without the closing
 * position, each exterior (positive area, as y points down) before its holes (negative).
 */
export interface TileGeometry {
  readonly type: 'point' | 'line' | 'polygon';
  readonly paths: readonly (readonly number[])[];
}

/** What a tile tells of a feature. A `bigint` is a whole number that a double may not hold. */
export interface TileProperties {
  readonly [name: string]: JsonValue | bigint;
}

export interface TileFeature {
  /** A whole number from 0 to 2^53 - 1. */
  readonly id?: number;
  readonly geometry: TileGeometry;
  readonly properties: TileProperties;
}

export interface TileLayer {
  /** Unique in the tile. */
  readonly name: string;
  /** Units of the grid along a side of the tile. */
  readonly extent: number;
  readonly features: Iterable<TileFeature>;
}
