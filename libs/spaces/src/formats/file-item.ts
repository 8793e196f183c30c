/** A feature of a file, or why there is none. `at` is its line, row or number in the file, from 1. Plain data. */
export type FileItem =
  { readonly at: number; readonly feature: FileFeature } | { readonly at: number; readonly reason: string };

/** A GeoJSON feature in WGS 84 (RFC 7946). Plain data. */
export interface FileFeature {
  readonly type: 'Feature';
  readonly id?: string;
  readonly geometry: FileGeometry | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A GeoJSON geometry, whose positions are longitude and latitude in degrees. */
export type FileGeometry =
  | { readonly type: string; readonly coordinates: unknown }
  | { readonly type: 'GeometryCollection'; readonly geometries: readonly FileGeometry[] };
