import type { BoundingBox } from '../geojson/bounding-box.js';
import type { Geometry } from '../geojson/geojson.js';

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

/** `[longitude, latitude]` in degrees, -180 ≤ longitude < 180. */
export type Place = readonly [longitude: number, latitude: number];

/**
 * The middle of the boxes of a geometry, as `boundingBoxesOf` gives them: of a point the point itself. `undefined` for
 * no boxes.
 */
export function middleOf(boxes: readonly BoundingBox[]): Place | undefined {
  const [first, second = first] = boxes;
  if (first === undefined || second === undefined) return undefined;
  return middleOfEdges([first[0], Math.min(first[1], second[1]), second[2], Math.max(first[3], second[3])]);
}

/** The middle of one box, where west > east goes across the antimeridian. */
export function middleOfEdges([west, south, east, north]: BoundingBox): Place {
  return [withinTurn((west + (west <= east ? east : east + 360)) / 2), (south + north) / 2];
}

/** The longitude, which may go on beyond ±180, with -180 for the antimeridian. */
export function withinTurn(longitude: number): number {
  if (longitude >= -180 && longitude < 180) return longitude;
  const turned = longitude - Math.floor((longitude + 180) / 360) * 360;
  return turned >= 180 ? -180 : turned; // rounding may give 180
}
