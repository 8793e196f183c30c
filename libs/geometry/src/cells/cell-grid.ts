import type { BoundingBox } from '../geojson/bounding-box.js';
import type { Geometry } from '../geojson/geojson.js';
import type { Place } from './middle.js';

/** The finest cells: hexagons of 44 m², tiles of 38 m at the equator. */
export const MAX_HEX_RESOLUTION = 13;
export const MAX_QUAD_ZOOM = 22;

/** Cells of H3 at a resolution, or tiles of Web Mercator at a zoom. Plain data. */
export type Grid =
  | { readonly kind: 'hexbin'; readonly resolution: number }
  | {
      readonly kind: 'quadbin';
      readonly zoom: number;
      /** The gap of outlines on each side, as a fraction of a tile's width. Defaults to 0. */
      readonly gap?: number | undefined;
    };

/** Divides the world into cells. */
export interface CellGrid {
  /** The cell that a place lies in: the index of H3 in hexadecimal digits, or a quadkey. */
  cellAt(place: Place): string;
  /** A polygon, or several for a cell across the antimeridian or at a pole. */
  outlineOf(cell: string): Geometry;
  centreOf(cell: string): Place;
  isPentagon(cell: string): boolean;
  /**
   * The area of the whole cell: like its outline, but without a gap, and up to the poles. Adjacent areas share their
   * edge.
   */
  areaOf(cell: string): Geometry;
  /** The cells that overlap a box up to 90° wide, and possibly a few others. */
  cellsIn(box: BoundingBox): Iterable<string>;
  /** The approximate number of these cells. */
  cellCountIn(box: BoundingBox): number;
  /**
   * The area, on a sphere of radius 1, that no cell up to the latitude `evenUpTo` exceeds. On a map, the cells that
   * contain the poles are larger.
   */
  readonly largestArea: number;
  readonly evenUpTo: number;
}
