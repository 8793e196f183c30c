/** Longitude and latitude in degrees, and altitude in metres. */
export type Position = readonly [longitude: number, latitude: number, ...altitude: readonly number[]];

/** A GeoJSON geometry (RFC 7946). */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly Geometry[] };

/** The metadata that the service keeps about a feature, under the property `@ns:com:here:xyz`. */
export interface FeatureSystemProperties {
  /** Unix time in milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The version of the space that wrote the feature. */
  readonly version: number;
  readonly tags?: readonly string[];
  /** The distance in metres, in results of a search for it. */
  readonly distance?: number;
}

export const SYSTEM_PROPERTIES = '@ns:com:here:xyz';

/** The properties of a feature. `P` are the properties that you expect. */
export type FeatureProperties<P = Readonly<Record<string, unknown>>> = P & {
  readonly [SYSTEM_PROPERTIES]?: FeatureSystemProperties;
};

/** A stored feature. With `selection`, members are missing. */
export interface Feature<P = Readonly<Record<string, unknown>>> {
  readonly type: 'Feature';
  readonly id: string;
  readonly geometry: Geometry | null;
  readonly properties: FeatureProperties<P>;
}

/** A feature to store. Without an `id`, the service assigns one. Other members are kept. */
export interface NewFeature {
  readonly type: 'Feature';
  readonly id?: string | number | undefined;
  readonly geometry: Geometry | null;
  readonly properties: object | null;
}

/** The members of a feature that change. Objects are merged, `null` removes a member (RFC 7396). */
export interface FeatureChange {
  readonly id: string;
  readonly geometry?: Geometry | null | undefined;
  readonly properties?: object | undefined;
}

/** The features that a request found. */
export interface FeatureCollection<P = Readonly<Record<string, unknown>>> {
  readonly type: 'FeatureCollection';
  readonly features: readonly Feature<P>[];
}

/** A feature with its entity tag. With the tag, you can change or delete the feature only if it is unchanged. */
export interface TaggedFeature<P = Readonly<Record<string, unknown>>> {
  readonly feature: Feature<P>;
  readonly etag: string;
}
