import { type Polygon, type Position } from '../geojson/geojson.js';
import { turnsInto } from '../plane/longitudes.js';
import { spelled } from '../plane/spelling.js';
import { unwrapAcross } from '../plane/unwrap.js';
import { geodesicBetween, EQUATORIAL_RADIUS } from './geodesic.js';
import { RADIANS } from './sphere.js';

const CORNERS = 128;
const REFINEMENTS = 4;

/**
 * The polygon of 128 corners around everything that is within a radius, in geodesic metres; its corners are 0.03 %
 * farther away. Up to a quarter of the globe's circumference. Across the antimeridian longitudes go on beyond 180; around a
 * pole the polygon runs along it.
 */
export function circleAround([longitude, latitude]: Position, radiusInMeters: number): Polygon {
  const distance = radiusInMeters / Math.cos(Math.PI / CORNERS);
  const center = { x: longitude, y: latitude, z: undefined };
  const corners = Array.from({ length: CORNERS }, (_, index): Position => {
    const bearing = (-2 * Math.PI * index) / CORNERS; // counterclockwise
    let angle = distance / EQUATORIAL_RADIUS;
    for (let round = 0; round < REFINEMENTS; round += 1) {
      const [x, y] = destination(center, bearing, angle);
      angle *= distance / geodesicBetween(center, { x, y, z: undefined });
    }
    const [x, y] = destination(center, bearing, angle);
    return [x + turnsInto(x, -180), y];
  });
  return { type: 'Polygon', coordinates: [spelled(unwrapAcross([...corners, ...corners.slice(0, 1)]))] };
}

/** The end of a path on a sphere: its bearing in radians east of north, its length as an angle at the centre. */
function destination(
  { x, y }: { readonly x: number; readonly y: number },
  bearing: number,
  angle: number,
): readonly [longitude: number, latitude: number] {
  const [sine, cosine] = [Math.sin(y * RADIANS), Math.cos(y * RADIANS)];
  const [aside, ahead] = [Math.sin(bearing), Math.cos(bearing)];
  const up = sine * Math.cos(angle) + cosine * Math.sin(angle) * ahead;
  const turn = Math.atan2(aside * Math.sin(angle), cosine * Math.cos(angle) - sine * Math.sin(angle) * ahead);
  return [x + turn / RADIANS, Math.asin(Math.max(-1, Math.min(1, up))) / RADIANS];
}
