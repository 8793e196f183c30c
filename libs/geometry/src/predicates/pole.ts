import { type Geometry } from '../geojson/geojson.js';

/** Whether the geometry is a point at a pole, which has all longitudes. */
export const isPole = (geometry: Geometry): boolean =>
  geometry.type === 'Point' && Math.abs(geometry.coordinates[1] ?? 0) === 90;

/** A point at a pole as the line that it is in the plane of degrees; any other geometry as it is. */
export function withAllLongitudes(geometry: Geometry): Geometry {
  if (geometry.type !== 'Point' || !isPole(geometry)) return geometry;
  const latitude = geometry.coordinates[1] ?? 0;
  return {
    type: 'LineString',
    coordinates: [
      [-180, latitude],
      [0, latitude],
      [180, latitude],
    ],
  };
}
