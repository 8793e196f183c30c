/** Longitude and latitude in degrees, and altitude in metres. */
export type Position = readonly [longitude: number, latitude: number, ...altitude: readonly number[]];

/** A GeoJSON geometry (RFC 7946). */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly Geometry[] };

/** What the service knows of a feature, under the property `@ns:com:here:xyz`. */
export interface FeatureSystemProperties {
  /** Unix time in milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The version of the space that wrote the feature. */
  readonly version: number;
  readonly tags?: readonly string[];
  /** Where the search asked for it: in metres. */
  readonly distance?: number;
}

export const SYSTEM_PROPERTIES = '@ns:com:here:xyz';

/** The properties of a feature; `P` are those that you expect. */
export type FeatureProperties<P = Readonly<Record<string, unknown>>> = P & {
  readonly [SYSTEM_PROPERTIES]?: FeatureSystemProperties;
};

/** A stored feature. With `selection` members are missing. */
export interface Feature<P = Readonly<Record<string, unknown>>> {
  readonly type: 'Feature';
  readonly id: string;
  readonly geometry: Geometry | null;
  readonly properties: FeatureProperties<P>;
}

/** A feature to be stored. Without an `id` it gets one. Other members are kept. */
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

/** Features that were found. */
export interface FeatureCollection<P = Readonly<Record<string, unknown>>> {
  readonly type: 'FeatureCollection';
  readonly features: readonly Feature<P>[];
}

/** A feature with its entity tag, to change or delete it only as it is now. */
export interface TaggedFeature<P = Readonly<Record<string, unknown>>> {
  readonly feature: Feature<P>;
  readonly etag: string;
}
