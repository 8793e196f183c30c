import { splitBbox, tileBbox } from '@cairn/geometry';
import { windowOfCells } from '../clusters/cell-window.js';
import { clusteredFeatures } from '../clusters/cluster-features.js';
import { gridOf } from '../clusters/clustering.js';
import { copiesFor } from '../features/detail/feature-copies.js';
import { MAX_LEVEL } from '../features/detail/feature-level.js';
import { levelFor } from '../features/detail/level-for.js';
import type { Cancellation, FeatureStore } from '../features/feature-store.js';
import type { FeatureCriteria, FeatureQuery } from '../features/searching/feature-query.js';
import type { ContentState } from '../features/read-content-state.js';
import { type DrawnTile, planOf, type TileDrawer } from './tile-drawer.js';
import { reachOf, TILE_EXTENT, type TileQuery } from './tile-query.js';
import type { TileRules } from './tile-rules.js';

interface Ports {
  readonly features: FeatureStore;
  readonly drawer: TileDrawer;
  readonly rules: TileRules;
}

interface Wanted {
  readonly content: ContentState;
  readonly query: TileQuery;
  readonly cancellation?: Cancellation | undefined;
}

/** The tile of a query, however many features there are; nothing once it is cancelled. @throws {SpaceNotFound} */
export async function drawFeatures(ports: Ports, wanted: Wanted): Promise<DrawnTile | undefined> {
  const { features, drawer, rules } = ports;
  const { content, query, cancellation } = wanted;
  const { id } = content.space;
  const plan = planOf(query, { layer: id, ...rules.limits });
  const { tile, filter, clustering } = query;
  if (clustering !== undefined) {
    const shown = { tile, margin: query.buffer / TILE_EXTENT };
    const boxes = splitBbox(windowOfCells(shown, gridOf(clustering, tile.zoom)));
    const cells = { boxes, filter, level: tile.zoom, clustering, cancellation };
    return await drawer.draw(await clusteredFeatures(features, id, cells), plan, cancellation);
  }
  const reading = await readingFor(features, { ...wanted, most: plan.maxFeatures });
  const drawn = await drawer.draw(features.query(id, reading.query, cancellation), plan, cancellation);
  return drawn && { ...drawn, omitted: drawn.omitted + unreadOf(drawn, reading, content.head.total) };
}

/** The features that meet a tile. A position may be rounded into the buffer from as far as a unit away. */
export function criteriaOf({ tile, buffer, filter }: TileQuery): FeatureCriteria {
  return { filter, boxes: splitBbox(tileBbox(tile, (buffer + 1) / TILE_EXTENT)) };
}

interface Reading {
  readonly query: FeatureQuery;
  /** About how many features there are for each one that is read. */
  readonly ofEach: number;
}

/** So many are read in any case: of few, levels would leave too few. */
const ALWAYS_READ = 10_000;

/**
 * Decides how the store is read for a tile, the one place that does: of more features than the tile may have, only those of
 * the most important levels.
 */
async function readingFor(
  features: FeatureStore,
  { content: { space, head }, query, most, cancellation }: Wanted & { readonly most: number },
): Promise<Reading> {
  const criteria = criteriaOf(query);
  const copies = copiesFor({ tile: query.tile, reach: reachOf(query) });
  const maxLevel = await levelFor({
    most: Math.max(most, ALWAYS_READ),
    total: head.total,
    count: async (choice) => await features.count(space.id, { ...criteria, ...choice }, cancellation),
  });
  const wanted = { filter: criteria.filter, near: criteria.boxes, copies };
  if (maxLevel === MAX_LEVEL) return { query: wanted, ofEach: 1 };
  return { query: { ...wanted, maxLevel }, ofEach: 4 ** (MAX_LEVEL - maxLevel) };
}

/** About how many features were not read. */
const unreadOf = ({ read }: DrawnTile, ...[{ ofEach }, total]: [Reading, number]): number =>
  Math.max(0, Math.min(total, read * ofEach) - read);
