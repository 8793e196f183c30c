import type { FileGeometry } from '@cairn/spaces';

const TYPES = ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'];

/** The geometry, if the value is one by its type and members. Its positions are not looked at. */
export function geometryOf(value: unknown): FileGeometry | undefined {
  if (typeof value !== 'object' || value === null || !('type' in value)) return undefined;
  const { type } = value;
  if (type === 'GeometryCollection' && 'geometries' in value && Array.isArray(value.geometries)) {
    const geometries = value.geometries.map(geometryOf);
    return geometries.every((each) => each !== undefined) ? { type, geometries } : undefined;
  }
  if (typeof type !== 'string' || !TYPES.includes(type) || !('coordinates' in value)) return undefined;
  return { type, coordinates: value.coordinates };
}
