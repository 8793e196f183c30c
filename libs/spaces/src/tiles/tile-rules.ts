/** How much a tile may hold. */
export interface TileLimits {
  /** As many as pg_tileserv has; more are not told apart on a screen. */
  readonly maxFeatures: number;
  /** Of the tile, not compressed. A map loads some twenty tiles at once. */
  readonly maxSizeInBytes: number;
}

export const DEFAULT_TILE_LIMITS: TileLimits = { maxFeatures: 50_000, maxSizeInBytes: 1024 * 1024 };

/** The limits that every tile keeps. */
export class TileRules {
  readonly limits: TileLimits;

  constructor(limits: Partial<TileLimits> = {}) {
    const { maxFeatures, maxSizeInBytes } = { ...DEFAULT_TILE_LIMITS, ...limits };
    this.limits = { maxFeatures, maxSizeInBytes };
  }
}
