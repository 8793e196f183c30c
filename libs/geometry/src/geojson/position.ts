import { type Position } from './geojson.js';

/** Whether the coordinates of a point are a position, and not those of an empty point. */
export function isPosition(coordinates: Position | readonly []): coordinates is Position {
  return coordinates.length > 0;
}
