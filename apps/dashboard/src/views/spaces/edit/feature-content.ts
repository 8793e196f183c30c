import type { Feature, Geometry } from '@cairn/client';

/** The property with the metadata that the service keeps about a feature. */
export const SYSTEM = '@ns:com:here:xyz';

/** The parts of a feature that people change. */
export interface FeatureContent {
  readonly geometry: Geometry | null;
  /** Without the service's own properties. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
}

export const EMPTY: FeatureContent = { geometry: null, properties: {}, tags: [] };

export function contentOf({ geometry, properties }: Feature): FeatureContent {
  const { [SYSTEM]: system, ...others } = properties;
  return { geometry, properties: others, tags: system?.tags ?? [] };
}

/** Whether both are the same JSON, with members in the same order. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const types = ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'];

/**
 * Parses a geometry in GeoJSON: `null` for an empty text, `undefined` for any text that is not a geometry. The server
 * checks the rest.
 */
export function geometryOf(text: string): Geometry | null | undefined {
  if (text.trim() === '') return null;
  try {
    const read: unknown = JSON.parse(text);
    return isGeometry(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function isGeometry(value: unknown): value is Geometry {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  if (value.type === 'GeometryCollection') return 'geometries' in value && Array.isArray(value.geometries);
  const isKnown = types.some((type) => type === value.type);
  return isKnown && 'coordinates' in value && Array.isArray(value.coordinates);
}
