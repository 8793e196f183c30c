import type { PortsOf } from '@cairn/kernel';
import type { Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { assertMayUse } from '../features/feature-access.js';
import { type Cancellation, FeatureStore } from '../features/feature-store.js';
import type { ContentState } from '../features/read-content-state.js';
import { type TileAnswer, TileCache } from './tile-cache.js';
import { planOf, TileDrawer } from './tile-drawer.js';
import { isMadeFor, readingOf, type TileQuery } from './tile-query.js';
import { TileRules } from './tile-rules.js';

/** A tile that can be drawn. */
export interface OpenedTile extends ContentState {
  /** With the space and its version, this tells the tile from all others. */
  readonly identity: string;
  /**
   * The tile, nothing once it is cancelled. It has every write that was acknowledged before it was opened.
   * @throws {SpaceNotFound} if the space was removed meanwhile.
   */
  draw(cancellation?: Cancellation): Promise<TileAnswer | undefined>;
}

const EMPTY: TileAnswer = { tile: { bytes: new Uint8Array(), omitted: 0 }, content: 'asked' };

/** Draws the features of a space as vector tiles. */
export class DrawTile {
  static readonly ports = {
    spaces: SpaceRepository,
    features: FeatureStore,
    drawer: TileDrawer,
    cache: TileCache,
    rules: TileRules,
  };

  constructor(private readonly ports: PortsOf<typeof DrawTile.ports>) {}

  /** @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} */
  async execute(caller: Caller, spaceId: string, query: TileQuery): Promise<OpenedTile> {
    const { spaces, features, cache, rules } = this.ports;
    const space = await spaces.get(spaceId);
    assertMayUse(caller, 'readFeatures', space);
    const head = await features.statistics(spaceId);
    const isEmpty = head.total === 0 || !isMadeFor(query.tile.zoom, space.settings);
    const identity = JSON.stringify([isEmpty ? 'empty' : query, rules.limits]);
    const key = JSON.stringify([spaceId, space.createdAt, head.version, identity]);
    const draw = async (cancellation: Cancellation): Promise<TileAnswer | undefined> =>
      await this.draw({ space, head }, query, cancellation);
    return {
      space,
      head,
      identity,
      draw: async (cancellation) => (isEmpty ? EMPTY : await cache.get(key, draw, cancellation)),
    };
  }

  private async draw(
    { space: { id }, head }: ContentState,
    query: TileQuery,
    cancellation: Cancellation,
  ): Promise<TileAnswer | undefined> {
    const { features, drawer, rules } = this.ports;
    const chunks = features.query(id, readingOf(query), cancellation);
    const drawn = await drawer.draw(chunks, planOf(query, { layer: id, ...rules.limits }), cancellation);
    if (drawn === undefined) return undefined;
    const { version } = await features.statistics(id);
    return { tile: drawn, content: version === head.version ? 'asked' : 'newer' };
  }
}
