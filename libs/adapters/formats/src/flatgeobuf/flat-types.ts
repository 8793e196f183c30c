/** Types of geometries by their numbers in feature.fbs. Curves follow them, which GeoJSON does not have. */
export const GEOMETRY_TYPES = [
  'Unknown',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
] as const;

/** Types of columns by their numbers in header.fbs. */
export const COLUMN_TYPES = [
  'Byte',
  'UByte',
  'Bool',
  'Short',
  'UShort',
  'Int',
  'UInt',
  'Long',
  'ULong',
  'Float',
  'Double',
  'String',
  'Json',
  'DateTime',
  'Binary',
] as const;
export type ColumnType = (typeof COLUMN_TYPES)[number];
