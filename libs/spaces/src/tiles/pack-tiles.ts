import type { BoundingBox, JsonObject } from '@cairn/geometry';
import type { PortsOf } from '@cairn/kernel';
import { holderOf, type Caller } from '../caller.js';
import { assertMayCluster } from '../clusters/cluster-features.js';
import { FeatureAnalytics } from '../features/analytics/feature-analytics.js';
import { MAP_BUFFER } from '../features/detail/tile-grid.js';
import { type Cancellation, FeatureStore } from '../features/feature-store.js';
import { contentState } from '../features/read-content-state.js';
import { mapBounds } from './archive-content.js';
import { describeMap } from './describe-map.js';
import { isDeeperWorth, MAX_PACKED_ZOOM, type PackLimits } from './pack-depth.js';
import { type PackedArchive, TileArchives } from './tile-archives.js';
import { TileDrawer } from './tile-drawer.js';
import { lookAtTile, WalkCancelled } from './tile-look.js';
import type { TileQuery } from './tile-query.js';
import { TileRules } from './tile-rules.js';
import { type WalkProgress, walkTiles } from './tile-walk.js';

/** While one tile is compressed, another is read and drawn. */
const TILES_AHEAD = 2;

/** Which tiles are packed: all that show something of what a query asks for. */
export interface TilePacking
  extends
    Pick<TileQuery, 'layer' | 'filter' | 'selection' | 'attributes' | 'clustering'>,
    Omit<PackLimits, 'shapes'> {
  /** Told with the tiles. */
  readonly metadata: JsonObject;
  /** A box around all that the tiles show, which is told with them. The whole world by default. */
  readonly bounds?: BoundingBox | undefined;
  readonly cancellation?: Cancellation | undefined;
  /** Called after each tile. */
  readonly progress?: ((progress: WalkProgress) => void | Promise<void>) | undefined;
}

/** Tiles in one file, which is read and then discarded. */
export interface PackedTiles extends PackedArchive {
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly tiles: number;
}

/** Draws the tiles of a query into one file that is not kept, as far as they are worth it. */
export class PackTiles {
  static readonly ports = {
    features: FeatureStore,
    analytics: FeatureAnalytics,
    drawer: TileDrawer,
    archives: TileArchives,
    rules: TileRules,
  };

  constructor(private readonly ports: PortsOf<typeof PackTiles.ports>) {}

  /**
   * Gives nothing once it is cancelled.
   * @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {InvalidInput} {StorageFull} {StorageUnavailable}
   */
  async execute(caller: Caller, spaceId: string, packing: TilePacking): Promise<PackedTiles | undefined> {
    const content = await contentState(this.ports, caller, spaceId);
    const { metadata, bounds, cancellation, progress, forExactness, forCompleteness, ...query } = packing;
    if (query.clustering !== undefined) assertMayCluster(caller, query.clustering, content.space);
    const { minZoom, maxZoom, shapes } = describeMap(content);
    const isOfPoints = query.clustering !== undefined || shapes.every((shape) => shape === 'point');
    const limits: PackLimits = { shapes: isOfPoints ? 'points' : 'shapes', forExactness, forCompleteness };
    const packed = { zoom: 0, before: 0, occupied: 0, tiles: 0, drawn: 0 };
    let isThinned = false;
    const tiles = walkTiles({
      maxZoom: Math.min(maxZoom, Math.max(minZoom, MAX_PACKED_ZOOM)),
      ahead: TILES_AHEAD,
      goesOn: ({ zoom, occupied }) => {
        Object.assign(packed, { zoom, before: packed.occupied, occupied, tiles: packed.tiles + occupied });
        const goesOn = zoom < minZoom ? occupied > 0 : isDeeperWorth({ ...packed, isThinned }, limits);
        isThinned = false;
        return goesOn;
      },
      look: async ({ zoom, x, y }) => {
        const tile = { scheme: 'web-mercator', zoom, x, y } as const;
        const wanted = { ...query, tile, buffer: MAP_BUFFER, edges: 'cut' } as const;
        const by = { reader: holderOf(caller), cancellation };
        const looked = await lookAtTile(this.ports, { ...by, content, query: wanted, minZoom });
        isThinned ||= looked.isThinned;
        return looked;
      },
      walked: async (walked) => {
        packed.drawn = walked.tiles;
        await progress?.(walked);
      },
    });
    const zooms = () => ({ minZoom: Math.min(minZoom, packed.zoom), maxZoom: packed.zoom });
    const box = mapBounds(bounds);
    try {
      const archive = await this.ports.archives.pack(tiles, () => ({ ...zooms(), bounds: box, metadata }));
      const { sizeInBytes, read, discard } = archive;
      return { sizeInBytes, read, discard, ...zooms(), tiles: packed.drawn };
    } catch (error) {
      if (error instanceof WalkCancelled) return undefined;
      throw error;
    }
  }
}
