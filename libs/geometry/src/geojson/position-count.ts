import { type BoundingBox } from './bounding-box.js';
import { flatten } from './flatten.js';
import { type Geometry, type Position, isPosition } from './geojson.js';

/** The number of positions of all parts of a geometry. */
export function positionCountOf(geometry: Geometry): number {
  let count = 0;
  for (const path of pathsOf(geometry)) count += path.length;
  return count;
}

/** The number of positions in a box that does not cross the antimeridian. */
export function positionCountIn(geometry: Geometry, [west, south, east, north]: BoundingBox): number {
  let count = 0;
  for (const path of pathsOf(geometry))
    for (const [longitude, latitude] of path)
      if (longitude >= west && longitude <= east && latitude >= south && latitude <= north) count += 1;
  return count;
}

function* pathsOf(geometry: Geometry): Generator<readonly Position[], void> {
  for (const { type, coordinates } of flatten(geometry)) {
    switch (type) {
      case 'Point':
        if (isPosition(coordinates)) yield [coordinates];
        break;
      case 'MultiPoint':
      case 'LineString':
        yield coordinates;
        break;
      case 'MultiLineString':
      case 'Polygon':
        yield* coordinates;
        break;
      case 'MultiPolygon':
        for (const rings of coordinates) yield* rings;
    }
  }
}
