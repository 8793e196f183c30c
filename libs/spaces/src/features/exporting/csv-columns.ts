/** Columns of each table. */
export const ID = 'id';
export const OTHERS = 'other';
export const KNOWN = ['tags', 'createdAt', 'updatedAt', 'version'] as const;

/** What a geometry is written as: a column of WKT, or two of coordinates, which are empty for all but points. */
export type CsvGeometry = 'wkt' | 'coordinates';

export const GEOMETRY_NAMES: Readonly<Record<CsvGeometry, readonly string[]>> = {
  wkt: ['WKT'],
  coordinates: ['longitude', 'latitude'],
};

/** Stands in front of the name of a property that is reserved. */
export const PREFIX = 'properties.';

/** Whether a name is that of another column, or would be taken for one that was renamed because of it. */
export function isReserved(name: string, geometryNames: readonly string[]): boolean {
  const bare = name.replace(/^(?:properties\.)+/, '');
  return [ID, OTHERS, ...KNOWN, ...geometryNames].includes(bare);
}
