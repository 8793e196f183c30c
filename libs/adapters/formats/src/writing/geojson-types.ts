import type { FileGeometry } from '@cairn/spaces';
import type { Geometry } from 'geojson';

/**
 * A geometry of the types of `@types/geojson`, which libraries want. Features of a space were checked when they were
 * written.
 */
export function asGeometry(geometry: FileGeometry): Geometry {
  if (!isGeometry(geometry)) throw new TypeError('A stored feature has no geometry of GeoJSON.');
  return geometry;
}

const TYPES = ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'];

function isGeometry(geometry: FileGeometry): geometry is FileGeometry & Geometry {
  if ('geometries' in geometry) return geometry.geometries.every(isGeometry);
  return TYPES.includes(geometry.type) && Array.isArray(geometry.coordinates);
}
