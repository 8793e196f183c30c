import type { TilePlace } from '@cairn/geometry';
import { InvalidInput, type PortsOf } from '@cairn/kernel';
import { assertManages, holderOf, type Caller } from '../caller.js';
import { SpaceInactive, SpaceNotFound } from '../errors.js';
import { FeatureAnalytics } from '../features/analytics/feature-analytics.js';
import { type Cancellation, FeatureStore } from '../features/feature-store.js';
import type { ContentState } from '../features/feature-store.js';
import { SpaceRepository } from '../registry/space-repository.js';
import type { Space } from '../registry/space.js';
import { archiveContent } from './archive-content.js';
import { estimatedTiles, tooManyTiles, totals } from './archive-size.js';
import { type TileArchive, TileArchives } from './tile-archives.js';
import { TileDrawer } from './tile-drawer.js';
import { MAP_BUFFER } from '../features/detail/tile-grid.js';
import { isAnyNear, lookAtTile, type ReadBy, WalkCancelled } from './tile-look.js';
import type { TileQuery } from './tile-query.js';
import { TileRules } from './tile-rules.js';
import { type WalkProgress, walkTiles } from './tile-walk.js';

/** From this zoom on the world has too many tiles for one file. */
export const MAX_ARCHIVE_ZOOM = 16;
/** A pixel of a tile of 512 is 76 m wide there. */
export const USUAL_ARCHIVE_ZOOM = 10;
/** While one tile is compressed and stored, others are read and drawn; each takes a thread. */
const TILES_AHEAD = 4;

/** Which tiles to put into an archive, and a cancellation. */
export interface TileArchiving {
  /** 0 by default, or the least one that the content is made for. */
  readonly minZoom?: number | undefined;
  /** By default `USUAL_ARCHIVE_ZOOM`, or the greatest one that the content is made for or that is not too large. */
  readonly maxZoom?: number | undefined;
  readonly cancellation?: Cancellation | undefined;
  /** Called after each tile. The archive waits for it. */
  readonly progress?: ((progress: WalkProgress) => void | Promise<void>) | undefined;
}

/** The result of making an archive. */
export interface TileArchiveReport {
  readonly archive: TileArchive;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly tiles: number;
  /** In how many tiles features were left out, to keep the limits of a tile. */
  readonly thinned: number;
  /**
   * The version of the content when the last tile was drawn. If it is not that of the archive, some tiles are newer
   * than others.
   */
  readonly lastVersion: number;
}

type ReadArchiving = TileArchiving & ReadBy;

interface Zooms {
  readonly minZoom: number;
  readonly maxZoom: number;
}

/** Draws the tiles of a space into one file. */
export class ArchiveTiles {
  static readonly ports = {
    spaces: SpaceRepository,
    features: FeatureStore,
    analytics: FeatureAnalytics,
    drawer: TileDrawer,
    archives: TileArchives,
    rules: TileRules,
  };

  constructor(private readonly ports: PortsOf<typeof ArchiveTiles.ports>) {}

  /**
   * Gives nothing, and keeps an existing archive, once it is cancelled.
   * @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} {InvalidInput} {StorageFull} {StorageUnavailable}
   */
  async execute(
    caller: Caller,
    spaceId: string,
    wanted: TileArchiving,
  ): Promise<TileArchiveReport | undefined> {
    const { spaces, features } = this.ports;
    const space = await spaces.get(spaceId);
    assertManages(caller, space);
    if (space.settings.active === false) throw new SpaceInactive(spaceId);
    const zooms = zoomsOf(wanted, space);
    const content = { space, head: await features.statistics(spaceId) };
    const by = { ...wanted, reader: holderOf(caller) };
    try {
      return await this.draw(content, by, await this.fitting(content, by, zooms));
    } catch (error) {
      if (error instanceof WalkCancelled) return undefined;
      throw error;
    }
  }

  /**
   * The zooms. Leaves out the highest ones if there would be too many tiles, unless the caller asked for a maximum.
   * @throws {InvalidInput} if there would be too many tiles.
   */
  private async fitting(
    { space, head }: ContentState,
    { maxZoom: asked, ...by }: ReadArchiving,
    { minZoom, maxZoom }: Zooms,
  ): Promise<Zooms> {
    const { maxArchiveTiles: max } = this.ports.rules;
    const hasFeatures = async (place: TilePlace): Promise<boolean> =>
      await isAnyNear(this.ports, { ...by, content: { space, head }, query: queryOf(place) });
    const estimated = totals(await estimatedTiles({ head, maxZoom, hasFeatures }));
    const most = estimated.findLastIndex((tiles) => tiles <= max);
    if (most === maxZoom) return { minZoom, maxZoom };
    if (asked !== undefined || most < minZoom) throw tooManyTiles(most, max);
    return { minZoom, maxZoom: most };
  }

  private async draw(
    content: ContentState,
    { progress, ...by }: ReadArchiving,
    zooms: Zooms,
  ): Promise<TileArchiveReport> {
    const { space, head } = content;
    const { archives, rules } = this.ports;
    const counts = { tiles: 0, thinned: 0 };
    let occupied = 0;
    const tiles = walkTiles({
      maxZoom: zooms.maxZoom,
      ahead: TILES_AHEAD,
      look: async (place) => {
        const { minZoom } = zooms;
        const looked = await lookAtTile(this.ports, { ...by, content, query: queryOf(place), minZoom });
        if (looked.isThinned) counts.thinned += 1;
        if (looked.hasFeatures) occupied += 1;
        if (occupied > rules.maxArchiveTiles) throw tooManyTiles(place.zoom - 1, rules.maxArchiveTiles);
        return looked;
      },
      walked: async (walked) => {
        counts.tiles = walked.tiles;
        await progress?.(walked);
      },
    });
    const of = { spaceId: space.id, createdAt: space.createdAt, version: head.version };
    const archive = await archives.add(of, { ...archiveContent(content), ...zooms, tiles });
    return { archive, ...zooms, ...counts, lastVersion: await this.versionAfter(archive) };
  }

  /**
   * Returns the version of the content. Removes the archive if the space was deleted meanwhile, because it would stay
   * for ever. @throws {SpaceNotFound}
   */
  private async versionAfter({ spaceId, storedAt }: TileArchive): Promise<number> {
    const { features, archives } = this.ports;
    try {
      return (await features.statistics(spaceId)).version;
    } catch (error) {
      if (error instanceof SpaceNotFound) await archives.remove(spaceId, storedAt);
      throw error;
    }
  }
}

function queryOf({ zoom, x, y }: TilePlace): TileQuery {
  const tile = { scheme: 'web-mercator', zoom, x, y } as const;
  return { tile, attributes: 'nested', buffer: MAP_BUFFER, edges: 'cut' };
}

/** @throws {InvalidInput} */
function zoomsOf({ minZoom, maxZoom }: TileArchiving, { settings }: Space): Zooms {
  const { minTileLevel = 0, maxTileLevel = MAX_ARCHIVE_ZOOM } = settings;
  const zooms = {
    minZoom: Math.max(minZoom ?? 0, minTileLevel),
    maxZoom: Math.min(maxZoom ?? USUAL_ARCHIVE_ZOOM, maxTileLevel),
  };
  for (const [name, zoom] of [
    ['minzoom', minZoom ?? 0],
    ['maxzoom', maxZoom ?? 0],
  ] as const)
    if (!Number.isInteger(zoom) || zoom < 0 || zoom > MAX_ARCHIVE_ZOOM)
      throw InvalidInput.of(
        'invalid-zoom',
        `\`${name}\` must be a whole number from 0 to ${MAX_ARCHIVE_ZOOM}.`,
        `/${name}`,
      );
  if (zooms.minZoom <= zooms.maxZoom) return zooms;
  throw InvalidInput.of(
    'invalid-zoom',
    `There is no zoom from \`minzoom\` ${zooms.minZoom} to \`maxzoom\` ${zooms.maxZoom}.`,
    '/maxzoom',
  );
}
