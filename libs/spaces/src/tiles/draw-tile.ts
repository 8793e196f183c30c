import type { PortsOf } from '@cairn/kernel';
import type { Caller } from '../caller.js';
import { SpaceRepository } from '../registry/space-repository.js';
import { assertMayUse } from '../features/feature-access.js';
import { type Cancellation, FeatureStore } from '../features/feature-store.js';
import type { ContentState } from '../features/read-content-state.js';
import { type TileAnswer, TileCache } from './tile-cache.js';
import { TileDrawer } from './tile-drawer.js';
import { isMadeFor, type TileQuery } from './tile-query.js';
import { drawFeatures } from './tile-reading.js';
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

  private readonly identities = new WeakMap<TileQuery, string>();
  private readonly empty: string;

  constructor(private readonly ports: PortsOf<typeof DrawTile.ports>) {
    this.empty = JSON.stringify(['empty', ports.rules.limits]);
  }

  /** @throws {SpaceNotFound} {SpaceForbidden} {SpaceInactive} */
  async execute(caller: Caller, spaceId: string, query: TileQuery): Promise<OpenedTile> {
    const { spaces, features, cache } = this.ports;
    const space = await spaces.get(spaceId);
    assertMayUse(caller, 'readFeatures', space);
    const head = await features.statistics(spaceId);
    const isEmpty = head.total === 0 || !isMadeFor(query.tile.zoom, space.settings);
    const identity = isEmpty ? this.empty : this.identityOf(query);
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

  private identityOf(query: TileQuery): string {
    const known = this.identities.get(query);
    if (known !== undefined) return known;
    const identity = JSON.stringify([query, this.ports.rules.limits]);
    this.identities.set(query, identity);
    return identity;
  }

  private async draw(
    content: ContentState,
    query: TileQuery,
    cancellation: Cancellation,
  ): Promise<TileAnswer | undefined> {
    const drawn = await drawFeatures(this.ports, { content, query, cancellation });
    if (drawn === undefined) return undefined;
    const { space, head } = content;
    const { version } = await this.ports.features.statistics(space.id);
    const { bytes, omitted } = drawn;
    return { tile: { bytes, omitted }, content: version === head.version ? 'asked' : 'newer' };
  }
}
