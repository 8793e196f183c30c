import { isTile } from '@cairn/geometry';
import { InvalidInput, type PortsOf } from '@cairn/kernel';
import { holderOf, type Caller } from '../caller.js';
import { TILE_EXTENT } from '../features/detail/tile-grid.js';
import { assertMayCluster } from '../clusters/cluster-features.js';
import type { Space } from '../registry/space.js';
import { FeatureAnalytics } from '../features/analytics/feature-analytics.js';
import { type Cancellation, type ContentState, FeatureStore } from '../features/feature-store.js';
import { contentState } from '../features/read-content-state.js';
import type { ContentHead } from '../features/writing/content-head.js';
import { type TileAnswer, TileCache } from './tile-cache.js';
import { TileDrawer } from './tile-drawer.js';
import { isMadeFor, type TileQuery } from './tile-query.js';
import { drawFeatures } from './tile-reading.js';
import { TileRules } from './tile-rules.js';

/** A tile that can be drawn. */
export interface OpenedTile extends ContentState {
  /** Identifies the tile among those of all spaces, versions of the space, and queries. */
  readonly identity: string;
  /** The tile, if it does not have to be drawn. */
  kept(): TileAnswer | undefined;
  /**
   * Draws the tile; gives nothing once it is cancelled. The tile has every write that was acknowledged before it was
   * opened.
   * @throws {SpaceNotFound} if the space was removed meanwhile.
   */
  draw(cancellation?: Cancellation): Promise<TileAnswer | undefined>;
}

/** What was last found out for a query. */
interface Known {
  readonly space: Space;
  readonly version: number;
  readonly isEmpty: boolean;
  readonly identity: string;
}

function assertTile({ tile, buffer }: TileQuery): void {
  if (!isTile(tile)) throw InvalidInput.of('invalid-tile', 'There is no such tile.', '/tile');
  if (!(buffer >= 0 && buffer <= TILE_EXTENT))
    throw InvalidInput.of(
      'invalid-buffer',
      `The buffer must be between 0 and ${TILE_EXTENT} units.`,
      '/buffer',
    );
}

const EMPTY: TileAnswer = { tile: { bytes: new Uint8Array(), omitted: 0 }, content: 'asked' };

/** Draws the features of a space as vector tiles. */
export class DrawTile {
  static readonly ports = {
    features: FeatureStore,
    analytics: FeatureAnalytics,
    drawer: TileDrawer,
    cache: TileCache,
    rules: TileRules,
  };

  private readonly known = new WeakMap<TileQuery, Known>();

  constructor(private readonly ports: PortsOf<typeof DrawTile.ports>) {}

  /** @throws {InvalidInput} {SpaceNotFound} {SpaceForbidden} {SpaceInactive} */
  async execute(caller: Caller, spaceId: string, query: TileQuery): Promise<OpenedTile> {
    assertTile(query);
    const { cache } = this.ports;
    const { space, head } = await contentState(this.ports, caller, spaceId);
    if (query.clustering !== undefined) assertMayCluster(caller, query.clustering, space);
    const { identity, isEmpty } = this.knownOf({ space, head }, query);
    const draw = async (cancellation: Cancellation): Promise<TileAnswer | undefined> =>
      await this.draw({ space, head }, { query, reader: holderOf(caller), cancellation });
    return {
      space,
      head,
      identity,
      kept: () => (isEmpty ? EMPTY : cache.find(identity)),
      draw: async (cancellation) => (isEmpty ? EMPTY : await cache.get(identity, draw, cancellation)),
    };
  }

  private knownOf({ space, head }: ContentState, query: TileQuery): Known {
    const { version } = head;
    const isEmpty = head.total === 0 || !isMadeFor(query.tile.zoom, space.settings);
    const last = this.known.get(query);
    const isSame = last?.space.id === space.id && last.space.createdAt === space.createdAt;
    if (isSame && last.version === version && last.isEmpty === isEmpty) return last;
    const { limits } = this.ports.rules;
    const wanted = isEmpty ? 'empty' : query;
    const identity = JSON.stringify([space.id, space.createdAt, version, wanted, limits]);
    const known = { space, version, isEmpty, identity };
    this.known.set(query, known);
    return known;
  }

  private async draw(
    content: ContentState,
    wanted: { readonly query: TileQuery; readonly reader: string; readonly cancellation: Cancellation },
  ): Promise<TileAnswer | undefined> {
    const { space, head } = content;
    // Requested while the tile is drawn, because it may take a trip to a database server.
    const asked: Promise<ContentHead>[] = [];
    const onMoment = (): void => {
      const later = this.ports.features.statistics(space.id);
      later.catch(() => undefined); // callers that await it get the error
      asked.push(later);
    };
    const drawn = await drawFeatures(this.ports, { ...wanted, content, onMoment });
    if (drawn === undefined) return undefined;
    const { version } = await (asked.at(-1) ?? this.ports.features.statistics(space.id));
    const { bytes, omitted } = drawn;
    return { tile: { bytes, omitted }, content: version === head.version ? 'asked' : 'newer' };
  }
}
