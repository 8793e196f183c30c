/** Any value that JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/**
 * `[longitude, latitude, altitude?]` in degrees and metres, on WGS 84. Longitudes beyond ±180 go on around the globe:
 * 190 is the meridian of -170. A fourth number is kept and has no meaning here.
 */
export type Position = readonly [longitude: number, latitude: number, ...more: number[]];

export interface Point {
  readonly type: 'Point';
  /** An empty array is an empty point: it lies nowhere. */
  readonly coordinates: Position | readonly [];
}

export interface MultiPoint {
  readonly type: 'MultiPoint';
  readonly coordinates: readonly Position[];
}

export interface LineString {
  readonly type: 'LineString';
  /** No positions, or at least two. */
  readonly coordinates: readonly Position[];
}

export interface MultiLineString {
  readonly type: 'MultiLineString';
  readonly coordinates: readonly (readonly Position[])[];
}

/** The exterior ring, then the holes; each ring has at least four positions and ends where it starts. */
export type Rings = readonly (readonly Position[])[];

export interface Polygon {
  readonly type: 'Polygon';
  readonly coordinates: Rings;
}

export interface MultiPolygon {
  readonly type: 'MultiPolygon';
  readonly coordinates: readonly Rings[];
}

export interface GeometryCollection {
  readonly type: 'GeometryCollection';
  readonly geometries: readonly Geometry[];
}

/** A geometry that has coordinates of its own. */
export type SimpleGeometry = Point | MultiPoint | LineString | MultiLineString | Polygon | MultiPolygon;

/** RFC 7946, section 3.1. */
export type Geometry = SimpleGeometry | GeometryCollection;

/** RFC 7946, section 3.2. A feature without a `geometry` reads as one whose geometry is null. */
export interface Feature {
  readonly type: 'Feature';
  readonly id?: string | number;
  readonly geometry?: Geometry | null;
  readonly properties?: JsonObject | null;
}

/** Whether the coordinates of a point are a position, and not those of an empty point. */
export function isPosition(coordinates: Position | readonly []): coordinates is Position {
  return coordinates.length > 0;
}

/** The feature's id as text, a number as JavaScript writes it: `1` and `"1"` are the same id. */
export function featureIdOf(feature: Feature): string | undefined {
  return feature.id === undefined ? undefined : String(feature.id);
}
