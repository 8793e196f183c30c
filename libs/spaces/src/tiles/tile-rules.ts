/** Limits of a tile. */
export interface TileLimits {
  /** As many as in pg_tileserv; more cannot be told apart on a screen. */
  readonly maxFeatures: number;
  /** Maximum size of the tile, not compressed. A map loads some twenty tiles at once. */
  readonly maxSizeInBytes: number;
}

export const DEFAULT_TILE_LIMITS: TileLimits = { maxFeatures: 50_000, maxSizeInBytes: 1024 * 1024 };

/** One area as large as the world to zoom 9. About a thousand are drawn each second. */
export const DEFAULT_ARCHIVE_TILES = 500_000;

/** The limits that every tile keeps, and every archive of tiles. */
export class TileRules {
  readonly limits: TileLimits;
  /** Maximum tiles of an archive. */
  readonly maxArchiveTiles: number;

  constructor(limits: Partial<TileLimits> & { readonly maxArchiveTiles?: number | undefined } = {}) {
    const { maxFeatures, maxSizeInBytes } = { ...DEFAULT_TILE_LIMITS, ...limits };
    this.limits = { maxFeatures, maxSizeInBytes };
    this.maxArchiveTiles = limits.maxArchiveTiles ?? DEFAULT_ARCHIVE_TILES;
  }
}
