import { flatten } from './flatten.js';
import { type Geometry } from './geojson.js';
import { isPosition } from './position.js';

/** How many positions a geometry has, of all its parts. */
export function positionCountOf(geometry: Geometry): number {
  let count = 0;
  for (const { type, coordinates } of flatten(geometry)) {
    switch (type) {
      case 'Point':
        count += isPosition(coordinates) ? 1 : 0;
        break;
      case 'MultiPoint':
      case 'LineString':
        count += coordinates.length;
        break;
      case 'MultiLineString':
      case 'Polygon':
        for (const path of coordinates) count += path.length;
        break;
      case 'MultiPolygon':
        for (const rings of coordinates) for (const ring of rings) count += ring.length;
    }
  }
  return count;
}
