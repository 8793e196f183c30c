/** How much one feature, or one geometry, may hold. */
export interface GeoJsonLimits {
  /** Positions of a whole feature, the closing ones of rings included. */
  readonly maxVertices: number;
  /** Arrays and objects inside each other; the validated value itself is the first. */
  readonly maxDepth: number;
  /** Members of objects and items of arrays, all but those of `coordinates`. */
  readonly maxValues: number;
  /** Validation stops at this many faults. */
  readonly maxFaults: number;
}

export const DEFAULT_GEOJSON_LIMITS: GeoJsonLimits = {
  maxVertices: 100_000,
  maxDepth: 32,
  maxValues: 50_000,
  maxFaults: 100,
};
