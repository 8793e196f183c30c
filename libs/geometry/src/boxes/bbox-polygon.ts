import { type MultiPolygon, type Position } from '../geojson/geojson.js';
import { type BoundingBox, splitBbox } from '../geojson/bounding-box.js';

/**
 * A box as a polygon, counterclockwise. Edges along parallels have a vertex in the middle, so that every reader sees
 * which way round they go.
 */
export function bboxPolygon(bbox: BoundingBox): MultiPolygon {
  return { type: 'MultiPolygon', coordinates: splitBbox(bbox).map((box) => [ringOf(box)]) };
}

function ringOf([west, south, east, north]: BoundingBox): readonly Position[] {
  const middle = (west + east) / 2;
  return [
    [west, south],
    [middle, south],
    [east, south],
    [east, north],
    [middle, north],
    [west, north],
    [west, south],
  ];
}
