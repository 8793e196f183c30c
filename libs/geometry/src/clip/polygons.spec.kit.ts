import { type BoundingBox } from '../geojson/bounding-box.js';
import { type Polygon, type Position } from '../geojson/geojson.js';

/** The ring around a box. */
export const ring = ([west, south, east, north]: BoundingBox): Position[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

export const polygon = (...coordinates: Position[][]): Polygon => ({ type: 'Polygon', coordinates });
